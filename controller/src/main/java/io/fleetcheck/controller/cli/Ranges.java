package io.fleetcheck.controller.cli;

import java.util.List;

/** Numbers on the command line. */
final class Ranges {
  /** In seconds: more than anybody waits for. */
  static final int DAY = 86_400;

  private Ranges() {}

  /**
   * @param problems gets a line where the value is out of range
   */
  static void check(String option, int value, int least, int most, List<String> problems) {
    if (value < least || value > most) {
      problems.add("%s %d: must be from %d to %d".formatted(option, value, least, most));
    }
  }
}
