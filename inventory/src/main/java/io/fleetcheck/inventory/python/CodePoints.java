package io.fleetcheck.inventory.python;

import java.util.Comparator;

/** Python orders strings by code point, Java by UTF-16 unit. */
public final class CodePoints {
  public static final Comparator<String> ORDER =
      (left, right) -> {
        int length = Math.min(left.length(), right.length());
        for (int at = 0; at < length; at++) {
          char one = left.charAt(at);
          char other = right.charAt(at);
          if (one != other) {
            return Character.isSurrogate(one) == Character.isSurrogate(other)
                ? Character.compare(one, other)
                : Integer.compare(left.codePointAt(at), right.codePointAt(at));
          }
        }
        return Integer.compare(left.length(), right.length());
      };

  private CodePoints() {}
}
