package io.fleetcheck.inventory;

import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Variables by name, in order, each with the place that set it. */
public final class Variables {
  private final Map<Value, Variable> byName = new LinkedHashMap<>();

  /** A value and where it was written. */
  public record Variable(Value value, Place place) {}

  Variables() {}

  void put(Value name, Value value, Place place) {
    byName.put(name, new Variable(value, place));
  }

  /** Takes all of another's: whole values, nothing within them is merged. */
  void putAll(Variables others) {
    byName.putAll(others.byName);
  }

  void remove(String name) {
    byName.remove(new Text(name));
  }

  public Optional<Variable> get(String name) {
    return Optional.ofNullable(byName.get(new Text(name)));
  }

  public boolean isEmpty() {
    return byName.isEmpty();
  }

  public Mapping toMapping() {
    Map<Value, Value> values = new LinkedHashMap<>();
    byName.forEach((name, variable) -> values.put(name, variable.value()));
    return new Mapping(values);
  }
}
