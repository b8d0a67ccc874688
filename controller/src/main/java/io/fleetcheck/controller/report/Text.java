package io.fleetcheck.controller.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Small formatting for people. */
public final class Text {
  private Text() {}

  /**
   * What came from a host, safe to show on a terminal: control and formatting characters, which
   * could move the cursor or forge and reorder lines, become {@code \\uNNNN}.
   */
  public static String printable(String text) {
    if (text.chars().noneMatch(Text::isControl)) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (isControl(c)) {
                out.append(String.format("\\u%04x", c));
              } else {
                out.append((char) c);
              }
            });
    return out.toString();
  }

  /** Milliseconds with three significant digits: {@code 0.482 ms}, {@code 41.9 ms}. */
  static String millis(long nanos) {
    double millis = nanos / 1e6;
    int decimals = millis < 9.995 ? (millis < 0.9995 ? 3 : 2) : (millis < 99.95 ? 1 : 0);
    return String.format(Locale.ROOT, "%." + decimals + "f ms", millis);
  }

  static String ratio(double ratio) {
    return String.format(Locale.ROOT, ratio < 9.995 ? "%.2f" : "%.1f", ratio);
  }

  /** {@code 1 disk}, {@code 12 disks}. */
  static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /**
   * Breaks at blanks only, so that no name is ever cut: a word longer than the line stands out.
   *
   * @param width of the whole line; 0 for no limit
   * @param first starts the first line
   * @param next starts the others
   */
  static List<String> wrap(String text, int width, String first, String next) {
    if (width <= 0) {
      return List.of(first + text);
    }
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(first);
    int start = first.length();
    for (String word : text.split(" ", -1)) {
      if (line.length() > start && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line = new StringBuilder(next);
        start = next.length();
      }
      line.append(line.length() > start ? " " : "").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private static boolean isControl(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
