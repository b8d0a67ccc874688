package io.fleetcheck.controller.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as people read them: three significant digits, one unit. */
final class Figures {
  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

  private Figures() {}

  /** Such as {@code 42.1 ms}; ns, us, ms or s. */
  static String duration(long nanos) {
    // 999,500 ns and more round to 1.00 ms, not to 1000 us.
    long size = Math.abs(nanos);
    if (size < 1000) {
      return nanos + " ns";
    }
    if (size < 999_500) {
      return digits(nanos / 1e3) + " us";
    }
    if (size < 999_500_000) {
      return digits(nanos / 1e6) + " ms";
    }
    return digits(nanos / 1e9) + " s";
  }

  /** Such as {@code 2.58}; {@code unbounded} where there is no end. */
  static String ratio(double ratio) {
    return Double.isFinite(ratio) ? digits(ratio) : "unbounded";
  }

  /** Such as {@code 1 MiB} or {@code 1.46 GiB}: in the largest binary unit not above it. */
  static String bytes(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = bytes;
    int unit = 0;
    while (value >= 1023.5 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    BigDecimal rounded = BigDecimal.valueOf(value).round(THREE_DIGITS).stripTrailingZeros();
    return rounded.toPlainString() + " " + units[unit];
  }

  static String count(long count, String singular, String plural) {
    return count + " " + (count == 1 ? singular : plural);
  }

  private static String digits(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = BigDecimal.valueOf(value).round(THREE_DIGITS);
    if (rounded.precision() < 3) {
      rounded = rounded.setScale(rounded.scale() + 3 - rounded.precision());
    }
    return rounded.scale() < 0 ? rounded.toBigInteger().toString() : rounded.toPlainString();
  }
}
