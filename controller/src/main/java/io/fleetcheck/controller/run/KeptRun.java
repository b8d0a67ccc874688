package io.fleetcheck.controller.run;

import io.fleetcheck.controller.verdict.Level;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A run in a store, in numbers.
 *
 * @param finished empty where the controller was killed, or is still at it
 * @param targeted hosts
 * @param outcomes hosts by the outcome's text; those without one are in none
 * @param levels disks by level; every level is there, with 0 too
 */
public record KeptRun(
    RunHead head,
    Optional<Instant> finished,
    boolean aborted,
    long targeted,
    Map<String, Long> outcomes,
    Map<Level, Long> levels) {
  public KeptRun {
    outcomes = new TreeMap<>(outcomes);
    Map<Level, Long> every = new EnumMap<>(Level.class);
    for (Level level : Level.values()) {
      every.put(level, levels.getOrDefault(level, 0L));
    }
    levels = every;
  }
}
