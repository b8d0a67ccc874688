package io.fleetcheck.inventory.python;

import java.util.ArrayList;
import java.util.List;

/** {@code str}'s own ideas of lines and blanks. */
public final class PythonText {
  private PythonText() {}

  /**
   * {@code str.splitlines()}: also at vertical tab, form feed, the ASCII separators, NEL and
   * Unicode's own.
   */
  public static List<String> splitLines(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int at = 0; at < text.length(); at++) {
      if (isLineBreak(text.charAt(at))) {
        lines.add(text.substring(start, at));
        if (text.startsWith("\r\n", at)) {
          at++;
        }
        start = at + 1;
      }
    }
    if (start < text.length()) {
      lines.add(text.substring(start));
    }
    return lines;
  }

  /** {@code str.strip()}. */
  public static String strip(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  /** {@code str.isspace()} of one character: Unicode's blanks, no-break ones too. */
  public static boolean isSpace(char character) {
    return Character.isWhitespace(character)
        || Character.isSpaceChar(character)
        || character == '\u0085';
  }

  private static boolean isLineBreak(char character) {
    return (character >= '\n' && character <= '\r')
        || (character >= '\u001c' && character <= '\u001e')
        || character == '\u0085'
        || character == '\u2028'
        || character == '\u2029';
  }
}
