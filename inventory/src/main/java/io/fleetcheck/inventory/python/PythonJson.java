package io.fleetcheck.inventory.python;

import io.fleetcheck.inventory.python.Value.Bool;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.None;
import io.fleetcheck.inventory.python.Value.Real;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.Text;
import io.fleetcheck.inventory.python.Value.Timestamp;
import io.fleetcheck.inventory.python.Value.Tuple;
import io.fleetcheck.inventory.python.Value.Unsafe;
import io.fleetcheck.inventory.python.Value.Vaulted;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code json.dumps(value, sort_keys=True, indent=4, ensure_ascii=False)} with Ansible's encoder.
 *
 * <p>Where keys of one mapping cannot be compared, Ansible writes the whole document unsorted.
 */
public final class PythonJson {
  private static final String INDENT = "    ";

  private final StringBuilder out = new StringBuilder();
  private final boolean sorted;

  private PythonJson(boolean sorted) {
    this.sorted = sorted;
  }

  /**
   * @param sorted false where keys of different types stand side by side
   */
  public record Dump(String text, boolean sorted) {}

  /** A value that has no printed form. */
  public static final class NotSerializable extends Exception {
    public NotSerializable(String what) {
      super(what);
    }
  }

  /** Keys that Python cannot put in an order. */
  private static final class NotComparable extends RuntimeException {
    NotComparable() {
      super("keys of different types", null, false, false);
    }
  }

  public static Dump dump(Value value) throws NotSerializable {
    try {
      PythonJson json = new PythonJson(true);
      json.write(value, "\n");
      return new Dump(json.out.toString(), true);
    } catch (NotComparable mixed) {
      PythonJson json = new PythonJson(false);
      json.write(value, "\n");
      return new Dump(json.out.toString(), false);
    }
  }

  /** {@code sorted(mapping.items())}. */
  public static List<Map.Entry<Value, Value>> sorted(Mapping mapping) throws NotSerializable {
    try {
      return new PythonJson(true).entries(mapping);
    } catch (NotComparable mixed) {
      throw new NotSerializable("keys of different types have no order");
    }
  }

  private void write(Value value, String newline) throws NotSerializable {
    if (value instanceof Text text) {
      quote(text.text());
    } else if (value instanceof Mapping mapping) {
      writeMapping(mapping, newline);
    } else if (value instanceof Sequence sequence) {
      writeItems(sequence.items(), newline);
    } else if (value instanceof Tuple tuple) {
      writeItems(tuple.items(), newline);
    } else if (value instanceof Timestamp timestamp) {
      quote(timestamp.iso());
    } else if (value instanceof Vaulted vaulted) {
      writeTagged("__ansible_vault", vaulted.armour(), newline);
    } else if (value instanceof Unsafe unsafe) {
      writeTagged("__ansible_unsafe", unsafe.text(), newline);
    } else {
      out.append(scalar(value));
    }
  }

  private void writeTagged(String tag, String text, String newline) throws NotSerializable {
    writeMapping(new Mapping(Map.of(new Text(tag), new Text(text))), newline);
  }

  /** Numbers and constants, as values and as keys. */
  private static String scalar(Value value) throws NotSerializable {
    if (value instanceof Bool bool) {
      return bool.truth() ? "true" : "false";
    }
    if (value instanceof None) {
      return "null";
    }
    if (value instanceof Int integer) {
      return integer.number().toString();
    }
    if (value instanceof Real real) {
      double number = real.number();
      if (Double.isNaN(number)) {
        return "NaN";
      }
      return Double.isInfinite(number)
          ? (number > 0 ? "Infinity" : "-Infinity")
          : PythonFloats.repr(number);
    }
    throw new NotSerializable(
        "a "
            + value.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT)
            + " has no JSON");
  }

  private void writeItems(List<Value> items, String newline) throws NotSerializable {
    if (items.isEmpty()) {
      out.append("[]");
      return;
    }
    String inner = newline + INDENT;
    String separator = "[";
    for (Value item : items) {
      out.append(separator).append(inner);
      write(item, inner);
      separator = ",";
    }
    out.append(newline).append(']');
  }

  private void writeMapping(Mapping mapping, String newline) throws NotSerializable {
    if (mapping.entries().isEmpty()) {
      out.append("{}");
      return;
    }
    String inner = newline + INDENT;
    String separator = "{";
    for (Map.Entry<Value, Value> entry : entries(mapping)) {
      out.append(separator).append(inner);
      Value key = entry.getKey();
      quote(key.asText().isPresent() ? key.asText().get() : scalar(key));
      out.append(": ");
      write(entry.getValue(), inner);
      separator = ",";
    }
    out.append(newline).append('}');
  }

  private List<Map.Entry<Value, Value>> entries(Mapping mapping) {
    List<Map.Entry<Value, Value>> entries = new ArrayList<>(mapping.entries().entrySet());
    if (sorted) {
      entries.sort((left, right) -> compare(left.getKey(), right.getKey()));
    }
    return entries;
  }

  private static int compare(Value left, Value right) {
    if (left.asText().isPresent() && right.asText().isPresent()) {
      return CodePoints.ORDER.compare(left.asText().get(), right.asText().get());
    }
    return number(left).compareTo(number(right));
  }

  private static BigDecimal number(Value key) {
    Value canonical = Dict.canonical(key);
    if (canonical instanceof Int integer) {
      return new BigDecimal(integer.number());
    }
    if (canonical instanceof Real real && Double.isFinite(real.number())) {
      return new BigDecimal(real.number());
    }
    throw new NotComparable();
  }

  private void quote(String text) {
    out.append('"');
    for (int at = 0; at < text.length(); at++) {
      char next = text.charAt(at);
      switch (next) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\f' -> out.append("\\f");
        case '\b' -> out.append("\\b");
        default -> {
          if (next < ' ') {
            out.append(String.format("\\u%04x", (int) next));
          } else {
            out.append(next);
          }
        }
      }
    }
    out.append('"');
  }
}
