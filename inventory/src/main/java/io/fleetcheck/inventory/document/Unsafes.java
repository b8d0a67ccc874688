package io.fleetcheck.inventory.document;

import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.Text;
import io.fleetcheck.inventory.python.Value.Unsafe;
import java.util.LinkedHashMap;
import java.util.Map;

/** Marks all strings of a value as never being templates. */
final class Unsafes {
  private Unsafes() {}

  static Value wrap(Value value) {
    if (value instanceof Text text) {
      return new Unsafe(text.text());
    }
    if (value instanceof Sequence sequence) {
      return new Sequence(sequence.items().stream().map(Unsafes::wrap).toList());
    }
    if (value instanceof Mapping mapping) {
      Map<Value, Value> wrapped = new LinkedHashMap<>();
      mapping.entries().forEach((key, each) -> wrapped.put(key, wrap(each)));
      return new Mapping(wrapped);
    }
    return value;
  }
}
