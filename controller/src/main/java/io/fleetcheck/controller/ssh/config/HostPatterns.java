package io.fleetcheck.controller.ssh.config;

import java.util.List;
import java.util.Locale;

/** Patterns of a {@code Host} line: {@code *} and {@code ?}; one with {@code !} excludes. */
record HostPatterns(List<String> patterns) {
  static final HostPatterns NOBODY = new HostPatterns(List.of());

  /**
   * @param host in lower case
   */
  boolean match(String host) {
    boolean matched = false;
    for (String pattern : patterns) {
      boolean excludes = pattern.startsWith("!");
      if (matches(excludes ? pattern.substring(1) : pattern, host)) {
        if (excludes) {
          return false;
        }
        matched = true;
      }
    }
    return matched;
  }

  private static boolean matches(String pattern, String host) {
    StringBuilder expression = new StringBuilder();
    for (char c : pattern.toLowerCase(Locale.ROOT).toCharArray()) {
      expression.append(c == '*' ? ".*" : c == '?' ? "." : "\\x{" + Integer.toHexString(c) + "}");
    }
    return host.matches(expression.toString());
  }
}
