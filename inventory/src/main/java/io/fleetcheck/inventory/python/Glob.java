package io.fleetcheck.inventory.python;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** {@code fnmatch.fnmatchcase}: *, ?, [a-z] and [!a-z] over a whole name. */
public final class Glob {
  private final List<Piece> pieces = new ArrayList<>();

  /** One character's worth of pattern, or a star. */
  private record Piece(boolean star, IntPredicate accepts) {}

  public Glob(String pattern) {
    int[] points = pattern.codePoints().toArray();
    int at = 0;
    while (at < points.length) {
      int point = points[at++];
      if (point == '*') {
        pieces.add(new Piece(true, any -> true));
      } else if (point == '?') {
        pieces.add(new Piece(false, any -> true));
      } else if (point == '[' && closing(points, at) > 0) {
        int end = closing(points, at);
        pieces.add(new Piece(false, set(points, at, end)));
        at = end + 1;
      } else {
        pieces.add(new Piece(false, other -> other == point));
      }
    }
  }

  public boolean matches(String name) {
    int[] points = name.codePoints().toArray();
    int piece = 0;
    int at = 0;
    int star = -1;
    int starAt = 0;
    while (at < points.length) {
      if (piece < pieces.size() && pieces.get(piece).star()) {
        star = piece++;
        starAt = at;
      } else if (piece < pieces.size() && pieces.get(piece).accepts().test(points[at])) {
        piece++;
        at++;
      } else if (star >= 0) {
        piece = star + 1;
        at = ++starAt;
      } else {
        return false;
      }
    }
    while (piece < pieces.size() && pieces.get(piece).star()) {
      piece++;
    }
    return piece == pieces.size();
  }

  /** Where a set ends; -1 where it does not and the bracket means itself. */
  private static int closing(int[] points, int start) {
    int at = start;
    if (at < points.length && points[at] == '!') {
      at++;
    }
    if (at < points.length && points[at] == ']') {
      at++;
    }
    while (at < points.length && points[at] != ']') {
      at++;
    }
    return at < points.length ? at : -1;
  }

  private static IntPredicate set(int[] points, int start, int end) {
    boolean negated = points[start] == '!';
    IntPredicate members = none -> false;
    int at = negated ? start + 1 : start;
    while (at < end) {
      int low = points[at];
      boolean range = at + 2 < end && points[at + 1] == '-';
      int high = range ? points[at + 2] : low;
      members = members.or(point -> low <= point && point <= high);
      at += range ? 3 : 1;
    }
    return negated ? members.negate() : members;
  }
}
