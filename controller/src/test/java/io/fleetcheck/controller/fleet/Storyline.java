package io.fleetcheck.controller.fleet;

import java.util.Map;
import java.util.TreeMap;

/** What becomes of a simulated host: mostly nothing remarkable, now and then each trouble. */
public enum Storyline {
  HEALTHY("answered", 4, 0, 0),
  SLOW("answered", 3, 1, 0),
  NO_JAVA("no_java", 0, 0, 0),
  WRONG_KEY("unreachable", 0, 0, 0),
  NO_SERVER("unreachable", 0, 0, 0),
  NO_LOGIN("unreachable", 0, 0, 0),
  /** After two of its four disks. */
  KILLED("agent_failed", 2, 0, 2);

  private final String outcome;
  private final int ok;
  private final int atRisk;
  private final int unknown;

  Storyline(String outcome, int ok, int atRisk, int unknown) {
    this.outcome = outcome;
    this.ok = ok;
    this.atRisk = atRisk;
    this.unknown = unknown;
  }

  /** As reports call it. */
  public String outcome() {
    return outcome;
  }

  /** Its disks by their verdict's level; those that it has. */
  public Map<String, Long> levels() {
    Map<String, Long> levels = new TreeMap<>();
    levels.put("ok", (long) ok);
    levels.put("at_risk", (long) atRisk);
    levels.put("unknown", (long) unknown);
    levels.values().removeIf(disks -> disks == 0);
    return levels;
  }

  /** One of a hundred hosts meets each trouble, five have a slow disk. */
  public static Storyline of(int host) {
    return switch (host % 100) {
      case 7, 27, 47, 67, 87 -> SLOW;
      case 11 -> NO_JAVA;
      case 22 -> WRONG_KEY;
      case 33 -> NO_SERVER;
      case 44 -> NO_LOGIN;
      case 55 -> KILLED;
      default -> HEALTHY;
    };
  }
}
