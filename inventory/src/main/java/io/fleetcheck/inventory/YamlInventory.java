package io.fleetcheck.inventory;

import io.fleetcheck.inventory.InventoryData.Refused;
import io.fleetcheck.inventory.document.Document;
import io.fleetcheck.inventory.document.Document.Entry;
import io.fleetcheck.inventory.python.PythonRepr;
import io.fleetcheck.inventory.python.Truth;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.None;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Ansible's YAML format, which JSON files share: groups with hosts, children and variables. */
final class YamlInventory {
  static final String NOT_A_MAPPING = "not a mapping";
  static final String PLUGIN = "configuration of an inventory plugin";

  private static final List<String> SECTIONS = List.of("vars", "children", "hosts");

  private final String source;
  private final Document document;
  private final InventoryData data;
  private final Limits limits;
  private final Consumer<Problem> warnings;

  YamlInventory(
      String source,
      Document document,
      InventoryData data,
      Limits limits,
      Consumer<Problem> warnings) {
    this.source = source;
    this.document = document;
    this.data = data;
    this.limits = limits;
    this.warnings = warnings;
  }

  void read() throws InvalidSource {
    document.warnings().forEach(it -> warn(at(it.line()), it.what(), Excerpt.of(it.where()), ""));
    Value root = document.root();
    if (!Truth.of(root)) {
      throw invalid(at(0), "empty YAML", "", "groups");
    }
    if (!(root instanceof Mapping groups)) {
      throw invalid(at(0), NOT_A_MAPPING, "", "groups by name");
    }
    if (groups.get("plugin").filter(Truth::of).isPresent()) {
      throw invalid(
          at(0),
          PLUGIN,
          "",
          "an inventory: plugins are not run; ansible-inventory -i "
              + source
              + " --list --yaml > hosts.yml makes one");
    }
    for (Entry group : document.entries(groups)) {
      group(group.key(), group.value(), at(group.line()));
    }
  }

  /** The group is there afterwards, unless it was skipped. */
  private void group(Value key, Value body, Place place) throws InvalidSource {
    if (!(body instanceof Mapping || body instanceof None)) {
      warn(place, "skipped: not a group", Excerpt.of(PythonRepr.str(key)), "a mapping or nothing");
      return;
    }
    String name =
        key.asText()
            .filter(text -> !text.isEmpty())
            .orElseThrow(
                () -> invalid(place, "invalid group name", PythonRepr.repr(key), "a string"));
    if (!data.hasGroup(name)) {
      GroupNames.warning(name, place).ifPresent(warnings);
      data.addGroup(name);
    }
    if (body instanceof Mapping mapping) {
      for (String section : SECTIONS) {
        requireSection(name, section, mapping.get(section), place);
      }
      for (Entry entry : document.entries(mapping)) {
        section(name, entry);
      }
    }
  }

  private static void requireSection(
      String group, String section, Optional<Value> content, Place place) throws InvalidSource {
    if (content.isPresent()
        && content.get().asText().isEmpty()
        && !(content.get() instanceof Mapping || content.get() instanceof None)) {
      throw invalid(
          place,
          "invalid " + section,
          "group " + Excerpt.of(group),
          content.get() instanceof Value.Sequence
              ? "a mapping, or nothing: lists are for what scripts print"
              : "a mapping, or nothing");
    }
  }

  private void section(String group, Entry entry) throws InvalidSource {
    String section = entry.key().asText().orElse("");
    List<Entry> content;
    if (entry.value() instanceof Mapping mapping) {
      content = document.entries(mapping);
    } else if (SECTIONS.contains(section) && entry.value().asText().isPresent()) {
      // A lone string is one key without a value.
      content = List.of(new Entry(entry.value(), new None(), entry.line()));
    } else if (entry.value() instanceof None) {
      return;
    } else {
      content = List.of();
      section = "";
    }
    switch (section) {
      case "vars" -> variables(group, content);
      case "children" -> children(group, content);
      case "hosts" -> hosts(group, content);
      default ->
          warn(
              at(entry.line()),
              "ignored key",
              Excerpt.of(PythonRepr.str(entry.key())) + " of group " + Excerpt.of(group),
              "hosts, children or vars");
    }
  }

  private void variables(String group, List<Entry> content) throws InvalidSource {
    for (Entry entry : content) {
      set(group, entry.key(), entry.value(), at(entry.line()));
    }
  }

  private void children(String group, List<Entry> content) throws InvalidSource {
    for (Entry entry : content) {
      Place place = at(entry.line());
      group(entry.key(), entry.value(), place);
      String child = PythonRepr.str(entry.key());
      try {
        data.addChild(group, child);
      } catch (Refused refused) {
        throw refused.at(place, "child " + Excerpt.of(child) + " of group " + Excerpt.of(group));
      }
    }
  }

  private void hosts(String group, List<Entry> content) throws InvalidSource {
    for (Entry entry : content) {
      Place place = at(entry.line());
      String key =
          entry
              .key()
              .asText()
              .orElseThrow(
                  () ->
                      invalid(
                          place, "invalid host name", PythonRepr.repr(entry.key()), "a string"));
      HostPattern pattern = HostPattern.parse(key, limits.hosts(), place);
      if (Truth.of(entry.value()) && !(entry.value() instanceof Mapping)) {
        throw invalid(place, "invalid host variables", Excerpt.of(key), "a mapping, or nothing");
      }
      for (String host : pattern.names()) {
        host(host, group, pattern, entry.value(), place);
      }
    }
  }

  private void host(String host, String group, HostPattern pattern, Value body, Place place)
      throws InvalidSource {
    try {
      data.addHost(host, Optional.of(group), pattern.port(), place);
    } catch (Refused refused) {
      throw refused.at(place, "host " + Excerpt.of(host));
    }
    if (body instanceof Mapping mapping) {
      if (pattern.names().size() == 1) {
        variables(host, document.entries(mapping));
      } else {
        // Many hosts share these: not worth an entry list each.
        for (Map.Entry<Value, Value> variable : mapping.entries().entrySet()) {
          set(host, variable.getKey(), variable.getValue(), place);
        }
      }
    }
  }

  private void set(String entity, Value name, Value value, Place place) throws InvalidSource {
    try {
      data.setVariable(entity, name, value, place);
    } catch (Refused refused) {
      throw refused.at(place, PythonRepr.str(name) + " of " + Excerpt.of(entity));
    }
  }

  private Place at(int line) {
    return new Place(source, line);
  }

  private void warn(Place place, String what, String where, String expected) {
    warnings.accept(Problem.warning(place, what, where, expected));
  }

  private static InvalidSource invalid(Place place, String what, String where, String expected) {
    return new InvalidSource(Problem.unread(place, what, where, expected));
  }
}
