package io.fleetcheck.inventory;

import io.fleetcheck.inventory.InventoryData.Refused;
import io.fleetcheck.inventory.python.PythonLiteral;
import io.fleetcheck.inventory.python.PythonText;
import io.fleetcheck.inventory.python.ShellWords;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Bytes;
import io.fleetcheck.inventory.python.Value.Text;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ansible's INI format: sections of hosts, of children and of variables.
 *
 * <p>Sections come in any order. A group that is only named as a child, or only given variables,
 * must be declared by the end of the file.
 */
final class IniReader {
  private static final String BLANKS = "[\\s\\x1c-\\x1f]*";
  private static final String NAME = "([^:\\]\\s\\x1c-\\x1f]+)";
  private static final String COMMENT = "(?:#.*)?";
  private static final Pattern SECTION =
      Pattern.compile(
          "\\[" + NAME + "(?::(\\w+))?]" + BLANKS + COMMENT, Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern CHILD =
      Pattern.compile(NAME + BLANKS + COMMENT, Pattern.UNICODE_CHARACTER_CLASS);

  private final String source;
  private final InventoryData data;
  private final Limits limits;
  private final Consumer<Problem> warnings;
  private final Map<String, Pending> pending = new LinkedHashMap<>();

  private String group = InventoryData.UNGROUPED;
  private Kind kind = Kind.HOSTS;
  private Place place;

  private enum Kind {
    HOSTS,
    CHILDREN,
    VARS
  }

  /**
   * A group that still has to be declared.
   *
   * @param parents where it was named as a child; empty where it was only given variables
   */
  private record Pending(Place place, List<String> parents) {}

  IniReader(String source, InventoryData data, Limits limits, Consumer<Problem> warnings) {
    this.source = source;
    this.data = data;
    this.limits = limits;
    this.warnings = warnings;
    this.place = Place.of(source);
  }

  void read(String text) throws InvalidSource {
    int number = 0;
    for (String raw : PythonText.splitLines(text)) {
      place = new Place(source, ++number);
      if (raw.length() > limits.lineCharacters()) {
        throw invalid(
            "line too long: " + raw.length() + " characters",
            Excerpt.ofLine(raw),
            "at most " + limits.lineCharacters() + " characters");
      }
      String line = PythonText.strip(raw);
      if (!line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != ';') {
        readLine(line);
      }
    }
    refusePending();
  }

  private void readLine(String line) throws InvalidSource {
    Matcher section = SECTION.matcher(line);
    if (section.matches()) {
      startSection(section.group(1), Optional.ofNullable(section.group(2)));
      return;
    }
    if (line.startsWith("[") && line.endsWith("]")) {
      throw invalid(
          "invalid section", Excerpt.of(line), "[group], [group:children] or [group:vars]");
    }
    try {
      switch (kind) {
        case HOSTS -> hostLine(line);
        case CHILDREN -> childLine(line);
        case VARS -> variableLine(line);
      }
    } catch (Refused refused) {
      throw refused.at(place, Excerpt.ofLine(line));
    }
  }

  private void startSection(String name, Optional<String> type) throws InvalidSource {
    group = name;
    kind =
        switch (type.orElse("hosts")) {
          case "hosts" -> Kind.HOSTS;
          case "children" -> Kind.CHILDREN;
          case "vars" -> Kind.VARS;
          default ->
              throw invalid(
                  "unknown type of section",
                  Excerpt.of(type.orElse("")),
                  "hosts, children or vars");
        };
    if (!data.hasGroup(name)) {
      if (kind == Kind.VARS) {
        pending.putIfAbsent(name, new Pending(place, List.of()));
      }
      GroupNames.warning(name, place).ifPresent(warnings);
      data.addGroup(name);
    }
    if (kind != Kind.VARS) {
      declare(name);
    }
  }

  /** Hangs a group below those that named it as a child. */
  private void declare(String name) throws InvalidSource {
    Pending awaited = pending.remove(name);
    if (awaited == null) {
      return;
    }
    for (String parent : awaited.parents()) {
      addChild(parent, name);
    }
  }

  private void addChild(String parent, String child) throws InvalidSource {
    try {
      data.addChild(parent, child);
    } catch (Refused refused) {
      throw refused.at(place, "[" + parent + ":children] " + child);
    }
  }

  private void childLine(String line) throws InvalidSource {
    Matcher matcher = CHILD.matcher(line);
    if (!matcher.matches()) {
      throw invalid("invalid name of a child group", Excerpt.of(line), "one group name a line");
    }
    String child = matcher.group(1);
    if (data.hasGroup(child)) {
      addChild(group, child);
    } else {
      pending
          .computeIfAbsent(child, it -> new Pending(place, new ArrayList<>()))
          .parents()
          .add(group);
    }
  }

  private void variableLine(String line) throws InvalidSource, Refused {
    int equals = line.indexOf('=');
    if (equals < 0) {
      throw invalid("variable without a value", Excerpt.ofLine(line), "name=value");
    }
    String name = PythonText.strip(line.substring(0, equals));
    String value = PythonText.strip(line.substring(equals + 1));
    data.setVariable(group, new Text(name), literal(value), place);
  }

  private void hostLine(String line) throws InvalidSource, Refused {
    List<String> words;
    try {
      words = ShellWords.split(line, true);
    } catch (ShellWords.Unfinished unfinished) {
      throw invalid(
          "host line cannot be split into words: " + unfinished.getMessage(),
          Excerpt.ofLine(line),
          "quotes in pairs and no backslash at the end");
    }
    HostPattern hosts = hostPattern(words.get(0));
    Map<Text, Value> variables = new LinkedHashMap<>();
    for (String word : words.subList(1, words.size())) {
      int equals = word.indexOf('=');
      if (equals < 0) {
        boolean secret = line.toLowerCase(Locale.ROOT).contains("pass");
        throw invalid(
            "host variable without a value",
            secret ? Excerpt.ofLine(line) : Excerpt.of(word),
            "name=value");
      }
      variables.put(new Text(word.substring(0, equals)), literal(word.substring(equals + 1)));
    }
    add(hosts.names(), hosts.port(), variables);
  }

  private HostPattern hostPattern(String text) throws InvalidSource {
    HostPattern hosts = HostPattern.parse(text, limits.hosts(), place);
    if (PythonText.strip(text).endsWith(":") && hosts.port().isEmpty()) {
      throw invalid("host name ends with a colon", Excerpt.of(text), "a name, or a port after it");
    }
    if (hosts.names().stream().anyMatch(name -> PythonText.strip(name).equals("---"))) {
      throw invalid("looks like YAML", Excerpt.of(text), "a host name");
    }
    return hosts;
  }

  private void add(List<String> names, Optional<BigInteger> port, Map<Text, Value> variables)
      throws Refused {
    for (String name : names) {
      data.addHost(name, Optional.of(group), port, place);
      for (Map.Entry<Text, Value> variable : variables.entrySet()) {
        data.setVariable(name, variable.getKey(), variable.getValue(), place);
      }
    }
  }

  /** A Python literal where it is one, else the text. */
  private Value literal(String text) throws InvalidSource {
    try {
      Value value = PythonLiteral.evaluate(text).orElseGet(() -> new Text(text));
      return value instanceof Bytes bytes ? new Text(SurrogateEscape.decode(bytes)) : value;
    } catch (PythonLiteral.Unhashable unhashable) {
      throw invalid(
          String.valueOf(unhashable.getMessage()), Excerpt.of(text), "dict keys that have a hash");
    } catch (PythonLiteral.TooDeep tooDeep) {
      // Python gives up here, too, and then Ansible keeps the text: nobody can have meant that.
      throw invalid(
          String.valueOf(tooDeep.getMessage()),
          Excerpt.ofLine(text),
          "at most " + PythonLiteral.NESTING + " open brackets");
    }
  }

  private void refusePending() throws InvalidSource {
    for (Map.Entry<String, Pending> entry : pending.entrySet()) {
      Pending waiting = entry.getValue();
      String name = entry.getKey();
      List<String> parents = waiting.parents();
      place = waiting.place();
      throw invalid(
          parents.isEmpty() ? "variables of an undefined group" : "undefined child group",
          parents.isEmpty()
              ? "[" + name + ":vars]"
              : "[" + parents.get(parents.size() - 1) + ":children] " + name,
          "a section [" + name + "] or [" + name + ":children]");
    }
  }

  private InvalidSource invalid(String what, String where, String expected) {
    return new InvalidSource(Problem.unread(place, what, where, expected));
  }
}
