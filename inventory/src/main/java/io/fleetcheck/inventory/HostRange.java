package io.fleetcheck.inventory;

import io.fleetcheck.inventory.python.PythonIntegers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code web[01:20:2]-[a:c]}: the hosts that a name with ranges stands for.
 *
 * <p>A bound of letters may be any piece of the alphabet and stands where that begins: Ansible
 * looks for it with {@code str.index}.
 */
final class HostRange {
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  private final int limit;
  private int steps;
  private final List<String> names = new ArrayList<>();

  private HostRange(int limit) {
    this.limit = limit;
  }

  /** A range that cannot be expanded. */
  static final class Invalid extends Exception {
    private final String expected;

    Invalid(String what, String expected) {
      super(what);
      this.expected = expected;
    }

    String expected() {
      return expected;
    }
  }

  /**
   * The names in Ansible's order: the leftmost range varies slowest.
   *
   * @param limit how many names at most
   */
  static List<String> expand(String pattern, int limit) throws Invalid {
    HostRange range = new HostRange(limit);
    range.add(pattern);
    return range.names;
  }

  private void add(String pattern) throws Invalid {
    // Steps, not names: a range within that holds nothing takes time all the same.
    if (++steps > 2 * limit || names.size() >= limit) {
      throw new Invalid("range of too many hosts", "at most " + limit + " hosts");
    }
    int open = pattern.indexOf('[');
    if (open < 0) {
      names.add(pattern);
      return;
    }
    int close = pattern.indexOf(']');
    if (close < open || pattern.indexOf('|') >= 0) {
      throw new Invalid("malformed host range", "[begin:end] or [begin:end:step], and no |");
    }
    String head = pattern.substring(0, open);
    String tail = pattern.substring(close + 1);
    String[] bounds = pattern.substring(open + 1, close).split(":", -1);
    if (bounds.length != 2 && bounds.length != 3) {
      throw new Invalid("malformed host range", "[begin:end] or [begin:end:step]");
    }
    String begin = bounds[0].isEmpty() ? "0" : bounds[0];
    String end = bounds[1];
    if (end.isEmpty()) {
      throw new Invalid("host range without an end", "[begin:end]");
    }
    int width = begin.startsWith("0") && begin.length() > 1 ? begin.length() : 0;
    if (width > 0 && width != end.codePointCount(0, end.length())) {
      throw new Invalid("host range with unequal zero-padding", "as many digits at both ends");
    }
    Optional<String> step = bounds.length == 3 ? Optional.of(bounds[2]) : Optional.empty();
    if (LETTERS.contains(begin) && LETTERS.contains(end)) {
      addLetters(head, tail, LETTERS.indexOf(begin), LETTERS.indexOf(end), step);
    } else {
      addNumbers(head, tail, width, integer(begin), integer(end), step);
    }
  }

  private void addLetters(String head, String tail, int begin, int end, Optional<String> step)
      throws Invalid {
    if (begin > end) {
      throw new Invalid("host range that ends before it begins", "begin <= end");
    }
    BigInteger by = step(step);
    if (by.signum() < 0) {
      // A Python slice with a negative step runs from begin down to end, so it holds nothing.
      return;
    }
    int forwards = by.min(BigInteger.valueOf(LETTERS.length())).intValue();
    for (int letter = begin; letter <= end; letter += forwards) {
      add(head + LETTERS.charAt(letter) + tail);
    }
  }

  private void addNumbers(
      String head, String tail, int width, BigInteger begin, BigInteger end, Optional<String> step)
      throws Invalid {
    BigInteger by = step(step);
    BigInteger stop = end.add(BigInteger.ONE);
    int forwards = by.signum();
    for (BigInteger number = begin;
        number.compareTo(stop) * forwards < 0;
        number = number.add(by)) {
      add(head + pad(number, width) + tail);
    }
  }

  private static String pad(BigInteger number, int width) {
    String digits = number.abs().toString();
    String sign = number.signum() < 0 ? "-" : "";
    return sign + "0".repeat(Math.max(0, width - digits.length() - sign.length())) + digits;
  }

  private static BigInteger step(Optional<String> step) throws Invalid {
    BigInteger by = step.isPresent() ? integer(step.get()) : BigInteger.ONE;
    if (by.signum() == 0) {
      throw new Invalid("host range with step 0", "a step of at least 1");
    }
    return by;
  }

  private static BigInteger integer(String bound) throws Invalid {
    return PythonIntegers.parse(bound)
        .orElseThrow(
            () ->
                new Invalid(
                    "host range bound that is no number: " + Excerpt.of(bound),
                    "decimal numbers or single letters"));
  }
}
