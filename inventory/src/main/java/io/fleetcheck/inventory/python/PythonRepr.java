package io.fleetcheck.inventory.python;

import io.fleetcheck.inventory.python.Value.Bool;
import io.fleetcheck.inventory.python.Value.Bytes;
import io.fleetcheck.inventory.python.Value.Complex;
import io.fleetcheck.inventory.python.Value.Ellipsis;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.Real;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.SetOf;
import io.fleetcheck.inventory.python.Value.Timestamp;
import io.fleetcheck.inventory.python.Value.Tuple;
import io.fleetcheck.inventory.python.Value.Vaulted;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code str(...)} and {@code repr(...)}. */
public final class PythonRepr {
  private PythonRepr() {}

  public static String str(Value value) {
    if (value instanceof Timestamp timestamp) {
      return timestamp.iso().replace('T', ' ');
    }
    return value.asText().orElseGet(() -> repr(value));
  }

  public static String repr(Value value) {
    StringBuilder out = new StringBuilder();
    append(value, out);
    return out.toString();
  }

  private static void append(Value value, StringBuilder out) {
    Optional<String> text = value.asText();
    if (text.isPresent()) {
      quote(text.get(), out);
    } else if (value instanceof Bool bool) {
      out.append(bool.truth() ? "True" : "False");
    } else if (value instanceof Int integer) {
      out.append(integer.number());
    } else if (value instanceof Real real) {
      out.append(PythonFloats.repr(real.number()));
    } else if (value instanceof Complex complex) {
      appendComplex(complex, out);
    } else if (value instanceof Bytes bytes) {
      quoteBytes(bytes.latin1(), out.append('b'));
    } else if (value instanceof Ellipsis) {
      out.append("Ellipsis");
    } else if (value instanceof Sequence sequence) {
      appendAll("[", sequence.items(), "]", out);
    } else if (value instanceof Tuple tuple) {
      appendAll("(", tuple.items(), tuple.items().size() == 1 ? ",)" : ")", out);
    } else if (value instanceof SetOf set) {
      if (set.items().isEmpty()) {
        out.append("set()");
      } else {
        appendAll("{", set.items(), "}", out);
      }
    } else if (value instanceof Mapping mapping) {
      appendMapping(mapping, out);
    } else if (value instanceof Timestamp timestamp) {
      out.append(PythonDates.repr(timestamp.iso()));
    } else if (value instanceof Vaulted vaulted) {
      out.append(vaulted.armour());
    } else {
      out.append("None");
    }
  }

  private static void appendAll(String open, List<Value> items, String close, StringBuilder out) {
    String separator = open;
    for (Value item : items) {
      append(item, out.append(separator));
      separator = ", ";
    }
    out.append(items.isEmpty() ? open : "").append(close);
  }

  private static void appendMapping(Mapping mapping, StringBuilder out) {
    String separator = "";
    out.append('{');
    for (Map.Entry<Value, Value> entry : mapping.entries().entrySet()) {
      append(entry.getKey(), out.append(separator));
      append(entry.getValue(), out.append(": "));
      separator = ", ";
    }
    out.append('}');
  }

  private static void appendComplex(Complex complex, StringBuilder out) {
    String imaginary = PythonFloats.shortest(complex.imaginary()) + "j";
    if (complex.real() == 0 && Math.copySign(1, complex.real()) > 0) {
      out.append(imaginary);
      return;
    }
    out.append('(').append(PythonFloats.shortest(complex.real()));
    if (!imaginary.startsWith("-")) {
      out.append('+');
    }
    out.append(imaginary).append(')');
  }

  private static void quote(String text, StringBuilder out) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    out.append(quote);
    text.codePoints().forEach(point -> escape(point, quote, out));
    out.append(quote);
  }

  private static void escape(int point, char quote, StringBuilder out) {
    switch (point) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      case '\\' -> out.append("\\\\");
      default -> {
        if (point == quote) {
          out.append('\\').append(quote);
        } else if (isPrintable(point)) {
          out.appendCodePoint(point);
        } else {
          String form = point < 0x100 ? "\\x%02x" : point < 0x10000 ? "\\u%04x" : "\\U%08x";
          out.append(String.format(form, point));
        }
      }
    }
  }

  private static void quoteBytes(String latin1, StringBuilder out) {
    char quote = latin1.indexOf('\'') >= 0 && latin1.indexOf('"') < 0 ? '"' : '\'';
    out.append(quote);
    latin1
        .chars()
        .forEach(
            point -> {
              if (point < 0x7f) {
                escape(point, quote, out);
              } else {
                out.append(String.format("\\x%02x", point));
              }
            });
    out.append(quote);
  }

  /** {@code str.isprintable()}: of the blanks only the space itself. */
  private static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> point == ' ';
      default -> true;
    };
  }
}
