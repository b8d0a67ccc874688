package io.fleetcheck.inventory.python;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code int(...)}. */
public final class PythonIntegers {
  /** {@code sys.set_int_max_str_digits}: Python refuses longer decimal numbers. */
  static final int DIGITS = 4300;

  private static final Pattern DECIMAL = Pattern.compile("[+-]?\\p{Nd}(?:_?\\p{Nd})*+");

  private PythonIntegers() {}

  /** {@code int(text)}: blanks around, a sign, single underscores, any script's digits. */
  public static Optional<BigInteger> parse(String text) {
    String digits = PythonText.strip(text);
    if (digits.length() > 2 * DIGITS || !DECIMAL.matcher(digits).matches()) {
      return Optional.empty();
    }
    BigInteger number = new BigInteger(digits.replace("_", ""));
    return Optional.of(number).filter(it -> it.abs().toString().length() <= DIGITS);
  }

  /** {@code int(value)}: empty where Python raises an error. */
  public static Optional<BigInteger> of(Value value) {
    if (value instanceof Value.Int integer) {
      return Optional.of(integer.number());
    }
    if (value instanceof Value.Bool bool) {
      return Optional.of(bool.truth() ? BigInteger.ONE : BigInteger.ZERO);
    }
    if (value instanceof Value.Real real) {
      return Double.isFinite(real.number())
          ? Optional.of(new java.math.BigDecimal(real.number()).toBigInteger())
          : Optional.empty();
    }
    return value.asText().flatMap(PythonIntegers::parse);
  }
}
