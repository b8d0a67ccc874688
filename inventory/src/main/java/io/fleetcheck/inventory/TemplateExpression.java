package io.fleetcheck.inventory;

import io.fleetcheck.inventory.Template.Unresolvable;
import io.fleetcheck.inventory.python.PythonIntegers;
import io.fleetcheck.inventory.python.PythonRepr;
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
import java.util.Optional;

/** One {@code {{ expression }}} of a template. */
final class TemplateExpression {
  private static final String SUPPORTED =
      "a reference, a string, filters, ~, or lookup('env', NAME)";

  private final String text;
  private final Template template;
  private int at;
  private boolean trimsBefore;
  private boolean trimsAfter;

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
    trimsBefore = text.startsWith("-", at);
    at += trimsBefore ? 1 : 0;
    Value value = joined().require();
    trimsAfter = take("-}}");
    if (!trimsAfter) {
      expect("}}");
    }
    return value;
  }

  /** With a minus behind the opening braces blanks before them do not count. */
  boolean trimsBefore() {
    return trimsBefore;
  }

  /** With a minus before the closing braces blanks behind them do not count. */
  boolean trimsAfter() {
    return trimsAfter;
  }

  /** After the closing braces. */
  int end() {
    return at;
  }

  /** Filters bind closer than {@code ~}, which makes one text of two values. */
  private Operand joined() throws Unresolvable {
    Operand operand = filtered();
    while (take("~")) {
      String left = PythonRepr.str(operand.require());
      operand = Operand.of(new Text(left + PythonRepr.str(filtered().require())));
    }
    return operand;
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
      default -> new Operand(TemplateFilters.apply(filter, operand.require(), arguments), filter);
    };
  }

  private List<Value> arguments() throws Unresolvable {
    List<Value> arguments = new ArrayList<>();
    while (!take(")")) {
      if (takeKeyword("boolean") && arguments.isEmpty()) {
        arguments.add(new Text(""));
      }
      arguments.add(joined().require());
      if (!take(",")) {
        expect(")");
        break;
      }
    }
    return arguments;
  }

  private boolean takeKeyword(String keyword) {
    int start = at;
    if (take(keyword) && take("=")) {
      return true;
    }
    at = start;
    return false;
  }

  private Operand accessed() throws Unresolvable {
    Operand operand = take("hostvars") ? hostVariable() : primary();
    while (true) {
      if (take(".")) {
        String member = name();
        if (take("(")) {
          operand = Operand.of(TemplateFilters.call(member, operand.require(), arguments()));
          continue;
        }
        Optional<BigInteger> index = PythonIntegers.parse(member);
        operand = member(operand, index.<Value>map(Int::new).orElse(new Text(member)));
      } else if (take("[")) {
        Value key = joined().require();
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
    Value key = joined().require();
    expect("]");
    return key;
  }

  private Operand member(Operand operand, Value key) throws Unresolvable {
    if (operand.value().isEmpty()) {
      // What is undefined stays so: default may still help.
      return operand;
    }
    Value container = operand.value().get();
    Optional<Value> found = Optional.empty();
    if (container instanceof Mapping mapping) {
      found = Optional.ofNullable(mapping.entries().get(key));
    } else if (container instanceof Sequence sequence && key instanceof Int index) {
      found = item(sequence.items(), index);
    } else if (container.asText().isPresent() && key instanceof Int index) {
      found = item(TemplateFilters.characters(container.asText().get()), index);
    }
    return found.isEmpty()
        ? new Operand(Optional.empty(), PythonRepr.str(key))
        : Operand.of(template.within(template.scope()).resolve(found.get()));
  }

  /** A negative index counts from the end. */
  private static Optional<Value> item(List<Value> items, Int index) {
    BigInteger size = BigInteger.valueOf(items.size());
    BigInteger wanted = index.number().signum() < 0 ? index.number().add(size) : index.number();
    return wanted.signum() >= 0 && wanted.compareTo(size) < 0
        ? Optional.of(items.get(wanted.intValue()))
        : Optional.empty();
  }

  private Operand primary() throws Unresolvable {
    skipBlanks();
    if (text.startsWith("-", at) && at + 1 < text.length() && isDigit(text.charAt(at + 1))) {
      at++;
      return Operand.of(new Int(((Int) primary().require()).number().negate()));
    }
    char next = at < text.length() ? text.charAt(at) : '\0';
    if (next == '\'' || next == '"') {
      return Operand.of(new Text(quoted(next)));
    }
    if (isDigit(next)) {
      int start = at;
      while (at < text.length() && isDigit(text.charAt(at))) {
        at++;
      }
      return Operand.of(new Int(new BigInteger(text.substring(start, at))));
    }
    if (take("(")) {
      Operand inner = joined();
      expect(")");
      return inner;
    }
    return named(name());
  }

  private static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
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
      case "lookup" -> {
        expect("(");
        return Operand.of(lookup(arguments()));
      }
      case "query", "q" -> {
        expect("(");
        return Operand.of(new Sequence(List.of(lookup(arguments()))));
      }
      default -> {}
    }
    Optional<Value> value = template.scope().lookUp(name);
    return value.isEmpty()
        ? new Operand(value, name)
        : Operand.of(template.within(template.scope()).resolve(value.get()));
  }

  /** As in Ansible 2.14 an environment variable that is not set is the empty string. */
  private Value lookup(List<Value> arguments) throws Unresolvable {
    String plugin = arguments.isEmpty() ? "" : PythonRepr.str(arguments.get(0));
    boolean env = plugin.equals("env") || plugin.equals("ansible.builtin.env");
    if (!env || arguments.size() != 2) {
      throw new Unresolvable("lookup that is not supported: " + Excerpt.of(plugin), SUPPORTED);
    }
    String name = PythonRepr.str(arguments.get(1));
    return new Text(template.scope().environment(name).orElse(""));
  }

  private String quoted(char quote) throws Unresolvable {
    // Ansible takes backslashes as they are.
    int end = text.indexOf(quote, at + 1);
    if (end < 0) {
      throw unsupported();
    }
    String string = text.substring(at + 1, end);
    at = end + 1;
    return string;
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
