package io.fleetcheck.inventory;

import io.fleetcheck.inventory.Template.Unresolvable;
import io.fleetcheck.inventory.python.PythonIntegers;
import io.fleetcheck.inventory.python.PythonRepr;
import io.fleetcheck.inventory.python.PythonText;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.Text;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Filters of templates, but for {@code default}, and the methods of texts that do the same. */
final class TemplateFilters {
  private static final List<String> METHODS = List.of("lower", "replace", "split", "upper");

  private TemplateFilters() {}

  /** {@code value | name(arguments)}; empty where there is no such item. */
  static Optional<Value> apply(String name, Value value, List<Value> arguments)
      throws Unresolvable {
    String text = PythonRepr.str(value);
    return switch (name) {
      case "lower" -> text(name, arguments, text.toLowerCase(Locale.ROOT));
      case "upper" -> text(name, arguments, text.toUpperCase(Locale.ROOT));
      case "trim" -> text(name, arguments, PythonText.strip(text));
      case "string" -> text(name, arguments, text);
      case "int" -> {
        requireArguments(name, arguments, 0, 0);
        yield Optional.of(new Int(PythonIntegers.of(value).orElse(BigInteger.ZERO)));
      }
      case "first", "last" -> {
        requireArguments(name, arguments, 0, 0);
        List<Value> items = items(name, value);
        yield items.isEmpty()
            ? Optional.empty()
            : Optional.of(items.get(name.equals("first") ? 0 : items.size() - 1));
      }
      case "join" -> {
        requireArguments(name, arguments, 0, 1);
        yield Optional.of(new Text(join(items(name, value), arguments)));
      }
      case "replace" -> {
        requireArguments(name, arguments, 2, 2);
        yield Optional.of(
            new Text(
                text.replace(PythonRepr.str(arguments.get(0)), PythonRepr.str(arguments.get(1)))));
      }
      case "split" -> {
        requireArguments(name, arguments, 0, 1);
        yield Optional.of(split(text, arguments));
      }
      default ->
          throw new Unresolvable(
              "filter that is not supported: " + Excerpt.of(name),
              "default, first, int, join, last, lower, replace, split, string, trim or upper");
    };
  }

  /** {@code value.name(arguments)}: of texts only. */
  static Value call(String name, Value value, List<Value> arguments) throws Unresolvable {
    if (value.asText().isEmpty() || !METHODS.contains(name)) {
      throw new Unresolvable(
          "method that is not supported: " + Excerpt.of(name),
          "lower, replace, split or upper of a text");
    }
    return apply(name, value, arguments).orElseThrow();
  }

  /** The characters of a text. */
  static List<Value> characters(String text) {
    return text.codePoints().<Value>mapToObj(it -> new Text(Character.toString(it))).toList();
  }

  private static Optional<Value> text(String name, List<Value> arguments, String text)
      throws Unresolvable {
    requireArguments(name, arguments, 0, 0);
    return Optional.of(new Text(text));
  }

  private static void requireArguments(String name, List<Value> arguments, int least, int most)
      throws Unresolvable {
    if (arguments.size() < least || arguments.size() > most) {
      throw new Unresolvable(
          "arguments that are not supported, of " + Excerpt.of(name),
          least == most ? least + " arguments" : "at most " + most);
    }
  }

  private static List<Value> items(String name, Value value) throws Unresolvable {
    if (value instanceof Sequence sequence) {
      return sequence.items();
    }
    return characters(
        value
            .asText()
            .orElseThrow(
                () -> new Unresolvable(Excerpt.of(name) + " of what is no list", "a list")));
  }

  private static String join(List<Value> items, List<Value> arguments) {
    return items.stream()
        .map(PythonRepr::str)
        .collect(Collectors.joining(arguments.isEmpty() ? "" : PythonRepr.str(arguments.get(0))));
  }

  /** At a separator; without one at any blanks. */
  private static Sequence split(String text, List<Value> arguments) throws Unresolvable {
    String separator = arguments.isEmpty() ? "" : PythonRepr.str(arguments.get(0));
    if (!arguments.isEmpty() && separator.isEmpty()) {
      throw new Unresolvable("split at nothing", "a separator");
    }
    Stream<String> parts =
        separator.isEmpty()
            ? Stream.of(PythonText.strip(text).split("\\s+")).filter(part -> !part.isEmpty())
            : Stream.of(text.split(Pattern.quote(separator), -1));
    return new Sequence(new ArrayList<>(parts.<Value>map(Text::new).toList()));
  }
}
