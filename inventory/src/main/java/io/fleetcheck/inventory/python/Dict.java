package io.fleetcheck.inventory.python;

import io.fleetcheck.inventory.python.Value.Bool;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.Real;
import io.fleetcheck.inventory.python.Value.Text;
import io.fleetcheck.inventory.python.Value.Tuple;
import io.fleetcheck.inventory.python.Value.Unsafe;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Collects a {@code dict}: keys that Python calls equal (1, 1.0 and True) are one key, written as
 * it was first, with the value that came last.
 */
public final class Dict {
  private final Map<Value, Value> entries = new LinkedHashMap<>();
  private final Map<Value, Value> keys = new HashMap<>();

  /** Whether the key was there before. */
  public boolean put(Value key, Value value) {
    Value first = keys.putIfAbsent(canonical(key), key);
    entries.put(first == null ? key : first, value);
    return first != null;
  }

  public boolean contains(Value key) {
    return keys.containsKey(canonical(key));
  }

  public Mapping toMapping() {
    return new Mapping(entries);
  }

  /** One form for all that compare equal. */
  static Value canonical(Value value) {
    if (value instanceof Bool bool) {
      return Int.of(bool.truth() ? 1 : 0);
    }
    if (value instanceof Unsafe unsafe) {
      return new Text(unsafe.text());
    }
    if (value instanceof Real real && real.number() == Math.rint(real.number())) {
      return Double.isInfinite(real.number())
          ? real
          : new Int(new BigDecimal(real.number()).toBigInteger());
    }
    if (value instanceof Tuple tuple) {
      return new Tuple(tuple.items().stream().map(Dict::canonical).toList());
    }
    return value;
  }
}
