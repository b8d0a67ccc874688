package io.fleetcheck.inventory;

import io.fleetcheck.inventory.Variables.Variable;
import io.fleetcheck.inventory.python.PythonIntegers;
import io.fleetcheck.inventory.python.PythonRepr;
import io.fleetcheck.inventory.python.ShellWords;
import io.fleetcheck.inventory.python.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** One host's variables at the moment of use: decrypted, templates filled in, made plain text. */
final class HostValues {
  private static final Set<String> TRUE = Set.of("y", "yes", "on", "1", "true", "t", "1.0");
  private static final Set<String> FALSE = Set.of("n", "no", "off", "0", "false", "f", "0.0");

  private final String host;
  private final Variables variables;
  private final Template template;

  HostValues(String host, Variables variables, Inventory inventory, InventoryContext context) {
    this.host = host;
    this.variables = variables;
    this.template = new Template(new TemplateScope(host, variables, inventory, context));
  }

  /** A variable that cannot be used. */
  static final class Unresolved extends Exception {
    private final transient Problem problem;

    Unresolved(Problem problem) {
      super(problem.toString(), null, false, false);
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }

  /** The value of the last of these names that is set and not null. */
  Optional<String> last(String... names) throws Unresolved {
    Optional<String> last = Optional.empty();
    for (String name : names) {
      Optional<Variable> variable = variables.get(name);
      if (variable.isPresent()) {
        Optional<String> value = resolve(name, variable.get());
        last = value.isPresent() ? value : last;
      }
    }
    return last;
  }

  List<String> notHonoured(boolean ssh) {
    return NotHonoured.among(variables, ssh);
  }

  List<String> words(String... names) throws Unresolved {
    Optional<String> text = last(names);
    try {
      return text.isEmpty() ? List.of() : ShellWords.split(text.get(), false);
    } catch (ShellWords.Unfinished unfinished) {
      throw invalid(
          names[0], String.valueOf(unfinished.getMessage()), text.get(), "quotes in pairs");
    }
  }

  /**
   * The texts of a list, or those between the commas of one text; none where it is not set, null or
   * blank.
   */
  List<String> items(String name) throws Unresolved {
    Optional<Variable> variable = variables.get(name);
    Optional<Value> value =
        variable.isEmpty() ? Optional.empty() : plain(name, variable.get(), variable.get().value());
    List<String> items = new ArrayList<>();
    if (value.isPresent() && value.get() instanceof Value.Sequence list) {
      for (Value item : list.items()) {
        items.add(text(name, plain(name, variable.get(), item).orElse(new Value.None())));
      }
    } else if (value.isPresent()) {
      String text = text(name, value.get());
      items.addAll(text.isBlank() ? List.of() : List.of(text.split(",", -1)));
    }
    return items.stream().map(String::strip).toList();
  }

  private String text(String name, Value value) throws Unresolved {
    return value
        .asText()
        .orElseThrow(
            () -> invalid(name, "not a text", PythonRepr.repr(value), "a list of texts, or one"));
  }

  /** Ansible's booleans. What is none is an error here, not false: it may switch off a check. */
  Optional<Boolean> truth(String... names) throws Unresolved {
    Optional<String> text = last(names).map(it -> it.strip().toLowerCase(Locale.ROOT));
    if (text.isPresent() && !TRUE.contains(text.get()) && !FALSE.contains(text.get())) {
      throw invalid(names[0], "not a boolean", text.get(), "yes or no");
    }
    return text.map(TRUE::contains);
  }

  int integer(String name, String text, int least, int most) throws Unresolved {
    return PythonIntegers.parse(text)
        .filter(number -> number.compareTo(BigInteger.valueOf(least)) >= 0)
        .filter(number -> number.compareTo(BigInteger.valueOf(most)) <= 0)
        .orElseThrow(
            () -> invalid(name, "not a number in range", text, "from " + least + " to " + most))
        .intValue();
  }

  Unresolved invalid(String name, String what, String text, String expected) {
    Place place = variables.get(name).map(Variable::place).orElseGet(this::place);
    return new Unresolved(
        Problem.unread(
            place,
            what,
            "variable " + name + " of host " + host + ": " + Excerpt.of(text),
            expected));
  }

  Place place() {
    return Place.of("host " + host);
  }

  /** Empty for null, and for a template that leaves the setting out. */
  private Optional<String> resolve(String name, Variable variable) throws Unresolved {
    return plain(name, variable, variable.value()).map(PythonRepr::str);
  }

  /** A variable's value, or a part of it. */
  private Optional<Value> plain(String name, Variable variable, Value part) throws Unresolved {
    try {
      Value value = template.resolve(part);
      return value instanceof Value.None ? Optional.empty() : Optional.of(value);
    } catch (Template.Unresolvable unresolvable) {
      throw new Unresolved(
          Problem.unread(
              variable.place(),
              String.valueOf(unresolvable.getMessage()),
              "variable " + name + " of host " + host,
              unresolvable.expected()));
    }
  }
}
