package io.fleetcheck.inventory;

import io.fleetcheck.inventory.InventoryData.Refused;
import io.fleetcheck.inventory.document.Document;
import io.fleetcheck.inventory.document.InvalidDocument;
import io.fleetcheck.inventory.python.PythonRepr;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.None;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.Text;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** An executable that prints its inventory as JSON when it is called with {@code --list}. */
final class ScriptInventory {
  private static final String META = "_meta";
  private static final String HOSTVARS = "hostvars";

  private final Path script;
  private final Place place;
  private final InventoryContext context;
  private final InventoryData data;
  private final Consumer<Problem> warnings;
  private final Set<String> hosts = new LinkedHashSet<>();

  ScriptInventory(
      Path script,
      Place place,
      InventoryContext context,
      InventoryData data,
      Consumer<Problem> warnings) {
    this.script = script;
    this.place = place;
    this.context = context;
    this.data = data;
    this.warnings = warnings;
  }

  void read() throws InvalidSource {
    ScriptRunner.Output output = run(List.of("--list"));
    if (output.exit() != 0) {
      throw invalid(
          "script failed with exit code " + output.exit(), Excerpt.of(output.stderr()), "0");
    }
    groups(list(output));
    if (!output.stderr().isBlank()) {
      warnings.accept(Problem.warning(place, "script says", Excerpt.of(output.stderr()), ""));
    }
  }

  private Document list(ScriptRunner.Output output) throws InvalidSource {
    if (SurrogateEscape.hasEscapes(output.stdout())) {
      throw invalid("script prints what is not UTF-8", "", "JSON in UTF-8");
    }
    try {
      return Document.readJson(output.stdout(), context.limits().nesting());
    } catch (InvalidDocument invalid) {
      throw invalid("script prints what is " + invalid.what(), "", invalid.expected());
    }
  }

  private void groups(Document document) throws InvalidSource {
    if (!(document.root() instanceof Mapping groups)) {
      throw invalid("script prints no JSON object", "", "groups by name");
    }
    Optional<Value> variables = Optional.empty();
    for (Map.Entry<Value, Value> entry : groups.entries().entrySet()) {
      String name = PythonRepr.str(entry.getKey());
      if (!name.equals(META)) {
        group(name, entry.getValue());
      } else if (entry.getValue() instanceof Mapping meta) {
        variables = meta.get(HOSTVARS);
      } else {
        requireNoHostVariables(entry.getValue());
      }
    }
    for (String host : hosts) {
      if (variables.isPresent() && !(variables.get() instanceof None)) {
        hostVariables(host, ofMeta(host, variables.get()));
      } else {
        hostVariables(host, ofHost(host));
      }
    }
  }

  /** Python asks {@code "hostvars" in meta}, and of texts and lists the answer can be no. */
  private void requireNoHostVariables(Value meta) throws InvalidSource {
    boolean none =
        meta instanceof Sequence list
            ? !list.items().contains(new Text(HOSTVARS))
            : meta.asText().filter(text -> !text.contains(HOSTVARS)).isPresent();
    if (!none) {
      throw invalid("invalid _meta", PythonRepr.repr(meta), "an object with hostvars");
    }
  }

  private void group(String name, Value body) throws InvalidSource {
    addGroup(name);
    if (!(body instanceof Mapping mapping)) {
      members(name, body);
      return;
    }
    Optional<Value> members = mapping.get("hosts");
    Optional<Value> variables = mapping.get("vars");
    Optional<Value> children = mapping.get("children");
    if (members.isEmpty() && variables.isEmpty() && children.isEmpty()) {
      members = Optional.of(new Sequence(List.of(new Text(name))));
      variables = Optional.of(mapping);
    }
    if (members.isPresent()) {
      members(name, members.get());
    }
    if (variables.isPresent()) {
      if (!(variables.get() instanceof Mapping named)) {
        throw invalid("invalid vars", "group " + Excerpt.of(name), "an object");
      }
      set(name, named);
    }
    if (children.isPresent()) {
      children(name, children.get());
    }
  }

  private void members(String group, Value members) throws InvalidSource {
    if (!(members instanceof Sequence list)) {
      throw invalid("invalid hosts", "group " + Excerpt.of(group), "a list");
    }
    for (Value member : list.items()) {
      String host =
          member
              .asText()
              .orElseThrow(() -> invalid("invalid host", PythonRepr.repr(member), "a string"));
      try {
        data.addHost(host, Optional.of(group), Optional.empty(), place);
      } catch (Refused refused) {
        throw refused.at(place, "host " + Excerpt.of(host));
      }
      hosts.add(host);
    }
  }

  private void children(String group, Value children) throws InvalidSource {
    for (Value child : elements(children)) {
      String name =
          child
              .asText()
              .orElseThrow(() -> invalid("invalid child", PythonRepr.repr(child), "a string"));
      addGroup(name);
      try {
        data.addChild(group, name);
      } catch (Refused refused) {
        throw refused.at(place, "child " + Excerpt.of(name) + " of " + Excerpt.of(group));
      }
    }
  }

  /** What Python iterates over: items, keys, or characters. */
  private List<Value> elements(Value value) throws InvalidSource {
    if (value instanceof Sequence list) {
      return list.items();
    }
    if (value instanceof Mapping mapping) {
      return List.copyOf(mapping.entries().keySet());
    }
    return value
        .asText()
        .orElseThrow(() -> invalid("invalid children", PythonRepr.repr(value), "a list"))
        .codePoints()
        .<Value>mapToObj(point -> new Text(Character.toString(point)))
        .toList();
  }

  private Value ofMeta(String host, Value variables) throws InvalidSource {
    if (!(variables instanceof Mapping byHost)) {
      throw invalid("invalid _meta.hostvars", "", "an object of objects by host");
    }
    return byHost.get(host).orElse(Mapping.EMPTY);
  }

  private Value ofHost(String host) throws InvalidSource {
    ScriptRunner.Output output = run(List.of("--host", host));
    return SourceFile.document(output.stdout(), place, context.limits()).root();
  }

  private void hostVariables(String host, Value variables) throws InvalidSource {
    if (!(variables instanceof Mapping named)) {
      throw invalid("invalid variables", "host " + Excerpt.of(host), "an object");
    }
    set(host, named);
  }

  private void set(String entity, Mapping variables) throws InvalidSource {
    for (Map.Entry<Value, Value> variable : variables.entries().entrySet()) {
      try {
        data.setVariable(entity, variable.getKey(), variable.getValue(), place);
      } catch (Refused refused) {
        throw refused.at(place, Excerpt.of(entity));
      }
    }
  }

  private void addGroup(String name) throws InvalidSource {
    if (name.isEmpty()) {
      throw invalid("empty group name", "", "a name");
    }
    if (!data.hasGroup(name)) {
      GroupNames.warning(name, place).ifPresent(warnings);
      data.addGroup(name);
    }
  }

  private ScriptRunner.Output run(List<String> arguments) throws InvalidSource {
    try {
      return new ScriptRunner(context).run(script, arguments);
    } catch (ScriptRunner.Unfinished unfinished) {
      throw invalid(String.valueOf(unfinished.getMessage()), "", unfinished.expected());
    }
  }

  private InvalidSource invalid(String what, String where, String expected) {
    return new InvalidSource(Problem.unread(place, what, where, expected));
  }
}
