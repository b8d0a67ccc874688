package io.fleetcheck.inventory.python;

import io.fleetcheck.inventory.python.PythonLiteral.NotALiteral;
import io.fleetcheck.inventory.python.Value.Complex;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Real;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Python's numeric literals. */
final class LiteralNumbers {
  /** {@code sys.set_int_max_str_digits}: Python refuses longer decimal integers. */
  private static final int DECIMAL_DIGITS = 4300;

  private static final String DIGITS = "[0-9](?:_?[0-9])*+";
  private static final Pattern DECIMAL = Pattern.compile("[1-9](?:_?[0-9])*+|0(?:_?0)*+");
  private static final Pattern BASED =
      Pattern.compile("0(?:[xX]((?:_?[0-9a-fA-F])++)|[oO]((?:_?[0-7])++)|[bB]((?:_?[01])++))");
  private static final Pattern FLOAT =
      Pattern.compile(
          "(?:D?\\.D|D\\.)(?:[eE][+-]?D)?|D[eE][+-]?D".replace("D", "(?:" + DIGITS + ")"));

  private LiteralNumbers() {}

  static Value parse(String token) throws NotALiteral {
    String plain = token.replace("_", "");
    Matcher based = BASED.matcher(token);
    if (based.matches()) {
      int radix = based.group(1) != null ? 16 : based.group(2) != null ? 8 : 2;
      return new Int(new BigInteger(plain.substring(2), radix));
    }
    if (DECIMAL.matcher(token).matches()) {
      if (plain.length() > DECIMAL_DIGITS) {
        throw new NotALiteral();
      }
      return new Int(new BigInteger(plain));
    }
    if (token.endsWith("j") || token.endsWith("J")) {
      String digits = token.substring(0, token.length() - 1);
      if (FLOAT.matcher(digits).matches() || digits.matches(DIGITS)) {
        return new Complex(0, Double.parseDouble(digits.replace("_", "")));
      }
    } else if (FLOAT.matcher(token).matches()) {
      return new Real(Double.parseDouble(plain));
    }
    throw new NotALiteral();
  }

  static Value negate(Value number) {
    if (number instanceof Int integer) {
      return new Int(integer.number().negate());
    }
    if (number instanceof Complex complex) {
      return new Complex(-complex.real(), -complex.imaginary());
    }
    return new Real(-toDouble(number));
  }

  static double toDouble(Value number) {
    return number instanceof Int integer
        ? integer.number().doubleValue()
        : ((Real) number).number();
  }
}
