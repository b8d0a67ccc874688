package io.fleetcheck.inventory.document;

import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Mapping;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** A value that was read from text, and where the entries of its mappings stand. */
public final class Document {
  private static final int[] NO_LINES = {};

  private final Value root;
  private final IdentityHashMap<Mapping, int[]> lines;
  private final List<Warning> warnings;

  /** Something odd that does not stop the reading. */
  public record Warning(int line, String what, String where) {}

  /**
   * @param line from 1; 0 where none is known
   */
  public record Entry(Value key, Value value, int line) {}

  Document(Value root, IdentityHashMap<Mapping, int[]> lines, List<Warning> warnings) {
    this.root = root;
    this.lines = lines;
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Reads JSON, or else YAML.
   *
   * @param nesting how deep brackets and indentation may go
   * @param nodes how many values at most, those behind aliases counted each time
   */
  public static Document read(String text, int nesting, int nodes) throws InvalidDocument {
    try {
      return new JsonReader(text, nesting).read();
    } catch (JsonReader.NotJson notJson) {
      return new YamlReader(nesting, nodes).read(text);
    }
  }

  /** Reads JSON and nothing else. */
  public static Document readJson(String text, int nesting) throws InvalidDocument {
    try {
      return new JsonReader(text, nesting).read();
    } catch (JsonReader.NotJson notJson) {
      throw new InvalidDocument("not JSON: " + notJson.getMessage(), notJson.line(), "JSON");
    }
  }

  public Value root() {
    return root;
  }

  public List<Warning> warnings() {
    return warnings;
  }

  /** The entries of a mapping of this document, in order. */
  public List<Entry> entries(Mapping mapping) {
    int[] known = lines.getOrDefault(mapping, NO_LINES);
    List<Entry> entries = new ArrayList<>(mapping.entries().size());
    mapping
        .entries()
        .forEach(
            (key, value) -> {
              int index = entries.size();
              entries.add(new Entry(key, value, index < known.length ? known[index] : 0));
            });
    return entries;
  }
}
