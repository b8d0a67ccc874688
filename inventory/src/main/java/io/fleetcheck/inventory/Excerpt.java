package io.fleetcheck.inventory;

import java.util.Locale;

/** Text from outside, made fit to stand within one line of a message. */
final class Excerpt {
  private static final int LENGTH = 60;

  private Excerpt() {}

  /** Quoted, without control characters, cut where it is long. */
  static String of(String text) {
    String line = oneLine(text);
    return line.length() <= LENGTH
        ? "'" + line + "'"
        : "'" + line.substring(0, LENGTH) + "...' (" + line.length() + " characters)";
  }

  /** As {@link #of}, but nothing of a line that may hold a password. */
  static String ofLine(String line) {
    return line.toLowerCase(Locale.ROOT).contains("pass") ? "a line with a password" : of(line);
  }

  static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> Character.isISOControl(point) ? ' ' : point)
        .forEach(line::appendCodePoint);
    return line.toString();
  }
}
