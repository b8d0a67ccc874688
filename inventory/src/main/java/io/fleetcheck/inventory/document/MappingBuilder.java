package io.fleetcheck.inventory.document;

import io.fleetcheck.inventory.python.Dict;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Mapping;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Collects one mapping and the lines of its entries. */
final class MappingBuilder {
  private final Dict dict = new Dict();
  private final List<Integer> lines = new ArrayList<>();

  /** Whether the key was there before; the first keeps its line, the last gives the value. */
  boolean put(Value key, Value value, int line) {
    boolean repeated = dict.put(key, value);
    if (!repeated) {
      lines.add(line);
    }
    return repeated;
  }

  Mapping build(IdentityHashMap<Mapping, int[]> allLines) {
    Mapping mapping = dict.toMapping();
    allLines.put(mapping, lines.stream().mapToInt(Integer::intValue).toArray());
    return mapping;
  }
}
