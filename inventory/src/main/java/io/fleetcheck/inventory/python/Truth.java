package io.fleetcheck.inventory.python;

import io.fleetcheck.inventory.python.Value.Bool;
import io.fleetcheck.inventory.python.Value.Complex;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.None;
import io.fleetcheck.inventory.python.Value.Real;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.SetOf;
import io.fleetcheck.inventory.python.Value.Tuple;

/** {@code bool(...)}: nothing, zero and what is empty are false. */
public final class Truth {
  private Truth() {}

  public static boolean of(Value value) {
    if (value instanceof Bool bool) {
      return bool.truth();
    }
    if (value instanceof Int integer) {
      return integer.number().signum() != 0;
    }
    if (value instanceof Real real) {
      return real.number() != 0;
    }
    if (value instanceof Complex complex) {
      return complex.real() != 0 || complex.imaginary() != 0;
    }
    if (value instanceof Sequence sequence) {
      return !sequence.items().isEmpty();
    }
    if (value instanceof Tuple tuple) {
      return !tuple.items().isEmpty();
    }
    if (value instanceof SetOf set) {
      return !set.items().isEmpty();
    }
    if (value instanceof Mapping mapping) {
      return !mapping.entries().isEmpty();
    }
    return !(value instanceof None) && !value.asText().equals(java.util.Optional.of(""));
  }
}
