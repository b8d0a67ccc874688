package io.fleetcheck.controller.verdict;

import java.util.Locale;

/** How bad it is, in rising order of what the exit code makes of it. Unknown is never ok. */
public enum Level {
  OK,
  UNKNOWN,
  AT_RISK,
  BROKEN;

  /** As reports spell it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
