package io.fleetcheck.inventory.python;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** {@code repr(float)}: the fewest digits that read back as the same number. */
public final class PythonFloats {
  /** From this power of ten on, and below the negative one, Python writes an exponent. */
  private static final int LARGE = 16;

  private static final int SMALL = -4;

  private PythonFloats() {}

  public static String repr(double number) {
    String shortest = shortest(number);
    boolean whole = shortest.chars().allMatch(it -> it == '-' || (it >= '0' && it <= '9'));
    return whole ? shortest + ".0" : shortest;
  }

  /** As {@code repr}, but whole numbers have no {@code .0}; parts of a complex number are so. */
  static String shortest(double number) {
    if (Double.isNaN(number)) {
      return "nan";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "inf" : "-inf";
    }
    String sign = Math.copySign(1, number) < 0 ? "-" : "";
    if (number == 0) {
      return sign + "0";
    }
    BigDecimal digits = fewestDigits(Math.abs(number)).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    return sign
        + (exponent < SMALL || exponent >= LARGE
            ? scientific(digits, exponent)
            : digits.toPlainString());
  }

  private static String scientific(BigDecimal digits, int exponent) {
    String all = digits.unscaledValue().toString();
    String fraction = all.length() > 1 ? "." + all.substring(1) : "";
    return String.format(
        "%s%se%s%02d", all.charAt(0), fraction, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  /** Java 17's own conversion sometimes gives one digit too many. */
  private static BigDecimal fewestDigits(double number) {
    BigDecimal exact = new BigDecimal(number);
    for (int precision = 1; precision < 17; precision++) {
      BigDecimal rounded = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == number) {
        return rounded;
      }
    }
    return exact.round(new MathContext(17, RoundingMode.HALF_EVEN));
  }
}
