package io.fleetcheck.inventory.document;

import io.fleetcheck.inventory.python.PythonIntegers;
import io.fleetcheck.inventory.python.PythonText;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Bool;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Real;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/** PyYAML's idea of which plain scalars are numbers, booleans and so on, and of their values. */
final class YamlScalars extends Resolver {
  /** YAML's default value key, "=". */
  static final Tag VALUE = new Tag(Tag.PREFIX + "value");

  private static final Pattern BOOL =
      Pattern.compile("yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF");
  private static final Pattern FLOAT =
      Pattern.compile(
          "[-+]?[0-9][0-9_]*\\.[0-9_]*(?:[eE][-+][0-9]+)?"
              + "|\\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
              + "|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])++\\.[0-9_]*"
              + "|[-+]?\\.(?:inf|Inf|INF)"
              + "|\\.(?:nan|NaN|NAN)");
  private static final Pattern INT =
      Pattern.compile(
          "[-+]?0b[0-1_]+"
              + "|[-+]?0[0-7_]+"
              + "|[-+]?(?:0|[1-9][0-9_]*)"
              + "|[-+]?0x[0-9a-fA-F_]+"
              + "|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])++");
  private static final Pattern NULL = Pattern.compile("~|null|Null|NULL|");
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}"
              + "|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \\t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}"
              + "(?:\\.[0-9]*)?(?:[ \\t]*(?:Z|[-+][0-9][0-9]?(?::[0-9]{2})?))?");
  private static final Pattern PYTHON_FLOAT =
      Pattern.compile("[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:e[-+]?[0-9]+)?");

  /** In the order in which PyYAML tries them. */
  private record Kind(Tag tag, Pattern pattern) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(Tag.BOOL, BOOL),
          new Kind(Tag.FLOAT, FLOAT),
          new Kind(Tag.INT, INT),
          new Kind(Tag.MERGE, Pattern.compile("<<")),
          new Kind(Tag.NULL, NULL),
          new Kind(Tag.TIMESTAMP, TIMESTAMP),
          new Kind(VALUE, Pattern.compile("=")));

  /** Anything longer is text; keeps the expressions cheap. */
  private static final int LONGEST = 10_000;

  @Override
  public Tag resolve(NodeId kind, String value, boolean implicit) {
    return switch (kind) {
      case sequence -> Tag.SEQ;
      case mapping -> Tag.MAP;
      default -> implicit && value.length() <= LONGEST ? plain(value) : Tag.STR;
    };
  }

  private static Tag plain(String value) {
    if (!value.isEmpty() && "-+.0123456789yYnNtTfFoO~<=".indexOf(value.charAt(0)) < 0) {
      return Tag.STR;
    }
    return KINDS.stream()
        .filter(kind -> kind.pattern().matcher(value).matches())
        .map(Kind::tag)
        .findFirst()
        .orElse(Tag.STR);
  }

  static Optional<Value> bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "yes", "true", "on" -> Optional.of(new Bool(true));
      case "no", "false", "off" -> Optional.of(new Bool(false));
      default -> Optional.empty();
    };
  }

  static Optional<Value> integer(String text) {
    String digits = text.replace("_", "");
    boolean negative = digits.startsWith("-");
    if (negative || digits.startsWith("+")) {
      digits = digits.substring(1);
    }
    Optional<BigInteger> number;
    if (digits.startsWith("0b")) {
      number = based(digits.substring(2), 2);
    } else if (digits.startsWith("0x")) {
      number = based(digits.substring(2), 16);
    } else if (digits.startsWith("0") && digits.length() > 1) {
      number = based(digits.replaceFirst("^0[oO]", ""), 8);
    } else if (digits.indexOf(':') >= 0) {
      number = sexagesimal(digits);
    } else {
      number = PythonIntegers.parse(digits);
    }
    return number.map(it -> new Int(negative ? it.negate() : it));
  }

  private static Optional<BigInteger> based(String text, int radix) {
    String digits = PythonText.strip(text);
    boolean valid =
        !digits.isEmpty() && digits.chars().allMatch(it -> Character.digit(it, radix) >= 0);
    return valid ? Optional.of(new BigInteger(digits, radix)) : Optional.empty();
  }

  private static Optional<BigInteger> sexagesimal(String digits) {
    BigInteger number = BigInteger.ZERO;
    for (String part : digits.split(":", -1)) {
      Optional<BigInteger> digit = PythonIntegers.parse(part);
      if (digit.isEmpty()) {
        return Optional.empty();
      }
      number = number.multiply(BigInteger.valueOf(60)).add(digit.get());
    }
    return Optional.of(number);
  }

  static Optional<Value> real(String text) {
    String digits = text.replace("_", "").toLowerCase(Locale.ROOT);
    double sign = digits.startsWith("-") ? -1 : 1;
    if (digits.startsWith("-") || digits.startsWith("+")) {
      digits = digits.substring(1);
    }
    if (digits.equals(".inf")) {
      return Optional.of(new Real(sign * Double.POSITIVE_INFINITY));
    }
    if (digits.equals(".nan")) {
      return Optional.of(new Real(Double.NaN));
    }
    String[] parts = digits.split(":", -1);
    double number = 0;
    double base = 1;
    for (int part = parts.length - 1; part >= 0; part--) {
      Optional<Double> value = pythonFloat(PythonText.strip(parts[part]));
      if (value.isEmpty()) {
        return Optional.empty();
      }
      number += value.get() * base;
      base *= 60;
    }
    return Optional.of(new Real(sign * number));
  }

  /** {@code float(text)}, of text in lower case. */
  private static Optional<Double> pythonFloat(String text) {
    return switch (text) {
      case "inf", "+inf", "infinity", "+infinity" -> Optional.of(Double.POSITIVE_INFINITY);
      case "-inf", "-infinity" -> Optional.of(Double.NEGATIVE_INFINITY);
      case "nan", "+nan", "-nan" -> Optional.of(Double.NaN);
      default ->
          PYTHON_FLOAT.matcher(text).matches()
              ? Optional.of(Double.parseDouble(text))
              : Optional.empty();
    };
  }
}
