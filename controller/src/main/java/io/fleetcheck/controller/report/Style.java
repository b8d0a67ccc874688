package io.fleetcheck.controller.report;

import io.fleetcheck.controller.verdict.Level;
import java.util.Locale;

/**
 * How a table looks.
 *
 * @param width of the terminal in columns; 0 where the text goes to no terminal
 * @param colour whether escape sequences may be used
 * @param verbose whether each disk's sentence, mounts and evidence are shown
 */
public record Style(int width, boolean colour, boolean verbose) {

  /** As text goes to a file. */
  public static final Style PLAIN = new Style(0, false, false);

  private static final String RESET = "\u001b[0m";

  String bold(String text) {
    return colour ? "\u001b[1m" + text + RESET : text;
  }

  /** Findings in capitals too: the colour only repeats what the text says. */
  static String word(Level level) {
    return switch (level) {
      case OK, UNKNOWN -> level.text();
      case AT_RISK, BROKEN -> level.text().toUpperCase(Locale.ROOT);
    };
  }

  String coloured(Level level, String text) {
    if (!colour) {
      return text;
    }
    String start =
        switch (level) {
          case OK -> "\u001b[32m";
          case UNKNOWN -> "\u001b[36m";
          case AT_RISK -> "\u001b[33m";
          case BROKEN -> "\u001b[1;31m";
        };
    return start + text + RESET;
  }
}
