package io.fleetcheck.inventory.python;

import java.util.regex.Pattern;

/** Python's regular expressions, rewritten where Java's mean something else. */
public final class PythonRegex {
  private PythonRegex() {}

  /**
   * @throws java.util.regex.PatternSyntaxException where Java's reading is an error too
   */
  public static Pattern compile(String expression) {
    StringBuilder java = new StringBuilder();
    boolean inClass = false;
    for (int at = 0; at < expression.length(); at++) {
      char next = expression.charAt(at);
      if (next == '\\' && at + 1 < expression.length()) {
        char escaped = expression.charAt(++at);
        java.append('\\').append(escaped == 'Z' ? 'z' : escaped);
      } else if (inClass) {
        inClass = next != ']';
        // Java would begin a class within the class, or an intersection.
        java.append(next == '[' || next == '&' ? "\\" : "").append(next);
      } else if (expression.startsWith("(?P<", at) || expression.startsWith("(?P=", at)) {
        at = named(expression, at, java);
      } else if (next == '[') {
        inClass = true;
        at = classStart(expression, at, java);
      } else {
        java.append(next);
      }
    }
    return Pattern.compile(java.toString(), Pattern.UNICODE_CASE);
  }

  private static int named(String expression, int at, StringBuilder java) {
    if (expression.charAt(at + 3) == '<') {
      java.append("(?<");
      return at + 3;
    }
    int end = expression.indexOf(')', at);
    java.append("\\k<").append(expression, at + 4, end < 0 ? expression.length() : end).append('>');
    return end < 0 ? expression.length() : end;
  }

  /** A bracket that comes first in a class is a member of it. */
  private static int classStart(String expression, int at, StringBuilder java) {
    java.append('[');
    int next = at + 1;
    if (expression.startsWith("^", next)) {
      java.append('^');
      next++;
    }
    if (expression.startsWith("]", next)) {
      java.append("\\]");
      next++;
    }
    return next - 1;
  }
}
