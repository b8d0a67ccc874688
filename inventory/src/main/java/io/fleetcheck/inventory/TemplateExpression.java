package io.fleetcheck.inventory;

import io.fleetcheck.inventory.Template.Unresolvable;
import io.fleetcheck.inventory.python.PythonIntegers;
import io.fleetcheck.inventory.python.PythonRepr;
import io.fleetcheck.inventory.python.PythonText;
import io.fleetcheck.inventory.python.Truth;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Bool;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.None;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.Text;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One {@code {{ expression }}} of a template. */
final class TemplateExpression {
  private static final String SUPPORTED = "a reference, a string, filters, or lookup('env', NAME)";

  private final String text;
  private final Template template;
  private int at;

  /** A value, or the name of what is not defined: default may still help. */
  private record Operand(Optional<Value> value, String name) {
    static Operand of(Value value) {
      return new Operand(Optional.of(value), "");
    }

    Value require() throws Unresolvable {
      return value.orElseThrow(
          () -> new Unresolvable("undefined in a template: " + Excerpt.of(name), "a variable"));
    }
  }

  /**
   * @param start after the opening braces
   */
  TemplateExpression(String text, int start, Template template) {
    this.text = text;
    this.at = start;
    this.template = template;
  }

  Value evaluate() throws Unresolvable {
    // {{- and -}} trim around the expression; within one value there is seldom anything to trim.
    take("-");
    Value value = filtered().require();
    take("-");
    expect("}}");
    return value;
  }

  /** After the closing braces. */
  int end() {
    return at;
  }

  private Operand filtered() throws Unresolvable {
    Operand operand = accessed();
    while (take("|")) {
      String filter = name();
      List<Value> arguments = take("(") ? arguments() : List.of();
      operand = filter(filter, operand, arguments);
    }
    return operand;
  }

  private Operand filter(String filter, Operand operand, List<Value> arguments)
      throws Unresolvable {
    return switch (filter) {
      case "default", "d" -> {
        Value fallback = arguments.isEmpty() ? new Text("") : arguments.get(0);
        boolean alsoEmpty = arguments.size() > 1 && Truth.of(arguments.get(1));
        boolean usable =
            operand.value().isPresent() && (!alsoEmpty || Truth.of(operand.value().get()));
        yield usable ? operand : Operand.of(fallback);
      }
      case "lower" -> Operand.of(new Text(string(operand).toLowerCase(Locale.ROOT)));
      case "upper" -> Operand.of(new Text(string(operand).toUpperCase(Locale.ROOT)));
      case "trim" -> Operand.of(new Text(PythonText.strip(string(operand))));
      case "string" -> Operand.of(new Text(string(operand)));
      case "int" ->
          Operand.of(new Int(PythonIntegers.of(operand.require()).orElse(BigInteger.ZERO)));
      default ->
          throw new Unresolvable(
              "filter that is not supported: " + Excerpt.of(filter),
              "default, lower, upper, trim, int or string");
    };
  }

  private static String string(Operand operand) throws Unresolvable {
    return PythonRepr.str(operand.require());
  }

  private List<Value> arguments() throws Unresolvable {
    List<Value> arguments = new ArrayList<>();
    while (!take(")")) {
      arguments.add(filtered().require());
      if (!take(",")) {
        expect(")");
        break;
      }
    }
    return arguments;
  }

  private Operand accessed() throws Unresolvable {
    if (take("hostvars")) {
      return hostVariable();
    }
    Operand operand = primary();
    while (true) {
      if (take(".")) {
        operand = member(operand, new Text(name()));
      } else if (take("[")) {
        Value key = filtered().require();
        expect("]");
        operand = member(operand, key);
      } else {
        return operand;
      }
    }
  }

  private Operand hostVariable() throws Unresolvable {
    Value host = key();
    Value variable = key();
    String name = "hostvars[" + PythonRepr.repr(host) + "][" + PythonRepr.repr(variable) + "]";
    Optional<TemplateScope> scope = template.scope().ofHost(PythonRepr.str(host));
    if (scope.isEmpty()) {
      return new Operand(Optional.empty(), name);
    }
    Optional<Value> value = scope.get().lookUp(PythonRepr.str(variable));
    return value.isEmpty()
        ? new Operand(Optional.empty(), name)
        : Operand.of(template.within(scope.get()).resolve(value.get()));
  }

  private Value key() throws Unresolvable {
    if (take(".")) {
      return new Text(name());
    }
    expect("[");
    Value key = filtered().require();
    expect("]");
    return key;
  }

  private Operand member(Operand operand, Value key) throws Unresolvable {
    Value container = operand.require();
    Optional<Value> found = Optional.empty();
    if (container instanceof Mapping mapping) {
      found = Optional.ofNullable(mapping.entries().get(key));
    } else if (container instanceof Sequence sequence && key instanceof Int index) {
      int size = sequence.items().size();
      long wanted = index.number().longValue() + (index.number().signum() < 0 ? size : 0);
      found =
          wanted >= 0 && wanted < size
              ? Optional.of(sequence.items().get((int) wanted))
              : Optional.empty();
    }
    return found.isEmpty()
        ? new Operand(Optional.empty(), PythonRepr.str(key))
        : Operand.of(template.within(template.scope()).resolve(found.get()));
  }

  private Operand primary() throws Unresolvable {
    skipBlanks();
    char next = at < text.length() ? text.charAt(at) : '\0';
    if (next == '\'' || next == '"') {
      return Operand.of(new Text(quoted(next)));
    }
    if (next >= '0' && next <= '9') {
      int start = at;
      while (at < text.length() && Character.isDigit(text.charAt(at))) {
        at++;
      }
      return Operand.of(new Int(new BigInteger(text.substring(start, at))));
    }
    if (take("(")) {
      Operand inner = filtered();
      expect(")");
      return inner;
    }
    return named(name());
  }

  private Operand named(String name) throws Unresolvable {
    switch (name) {
      case "true", "True" -> {
        return Operand.of(new Bool(true));
      }
      case "false", "False" -> {
        return Operand.of(new Bool(false));
      }
      case "none", "None" -> {
        return Operand.of(new None());
      }
      case "lookup", "query" -> {
        expect("(");
        return lookup(arguments());
      }
      default -> {}
    }
    Optional<Value> value = template.scope().lookUp(name);
    return value.isEmpty()
        ? new Operand(value, name)
        : Operand.of(template.within(template.scope()).resolve(value.get()));
  }

  /** As in Ansible 2.14 an environment variable that is not set is the empty string. */
  private Operand lookup(List<Value> arguments) throws Unresolvable {
    String plugin = arguments.isEmpty() ? "" : PythonRepr.str(arguments.get(0));
    boolean env = plugin.equals("env") || plugin.equals("ansible.builtin.env");
    if (!env || arguments.size() != 2) {
      throw new Unresolvable("lookup that is not supported: " + Excerpt.of(plugin), SUPPORTED);
    }
    String name = PythonRepr.str(arguments.get(1));
    return Operand.of(new Text(template.scope().environment(name).orElse("")));
  }

  private String quoted(char quote) throws Unresolvable {
    StringBuilder string = new StringBuilder();
    for (at++; at < text.length() && text.charAt(at) != quote; at++) {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        at++;
      }
      string.append(text.charAt(at));
    }
    if (at >= text.length()) {
      throw unsupported();
    }
    at++;
    return string.toString();
  }

  private String name() throws Unresolvable {
    skipBlanks();
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    if (start == at) {
      throw unsupported();
    }
    return text.substring(start, at);
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean take(String token) {
    skipBlanks();
    int end = at + token.length();
    boolean there = text.startsWith(token, at);
    // A word must not be the beginning of a longer one.
    if (there
        && Character.isLetter(token.charAt(0))
        && end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      return false;
    }
    at = there ? end : at;
    return there;
  }

  private void expect(String token) throws Unresolvable {
    if (!take(token)) {
      throw unsupported();
    }
  }

  private Unresolvable unsupported() {
    return new Unresolvable(
        "template that is not supported at "
            + Excerpt.of(text.substring(Math.min(at, text.length()))),
        SUPPORTED);
  }
}
