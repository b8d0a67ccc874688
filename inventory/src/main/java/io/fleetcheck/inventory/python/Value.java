package io.fleetcheck.inventory.python;

import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A Python value, as far as inventories can hold one. Immutable. */
public sealed interface Value {

  /** {@code str}. */
  record Text(String text) implements Value {}

  /** {@code bool}. */
  record Bool(boolean truth) implements Value {}

  /** {@code int}, of any size. */
  record Int(BigInteger number) implements Value {
    public static Int of(long number) {
      return new Int(BigInteger.valueOf(number));
    }
  }

  /** {@code float}. */
  record Real(double number) implements Value {}

  /** {@code complex}. */
  record Complex(double real, double imaginary) implements Value {}

  /** {@code bytes}, one character a byte. */
  record Bytes(String latin1) implements Value {}

  /** {@code None}, YAML's null. */
  record None() implements Value {}

  /** {@code ...}. */
  record Ellipsis() implements Value {}

  /** {@code list}. */
  record Sequence(List<Value> items) implements Value {
    public Sequence {
      items = List.copyOf(items);
    }
  }

  /** {@code tuple}. */
  record Tuple(List<Value> items) implements Value {
    public Tuple {
      items = List.copyOf(items);
    }
  }

  /** {@code set}, in the order of writing. */
  record SetOf(List<Value> items) implements Value {
    public SetOf {
      items = List.copyOf(items);
    }
  }

  /** {@code dict}, in the order of insertion. */
  record Mapping(Map<Value, Value> entries) implements Value {
    public static final Mapping EMPTY = new Mapping(Map.of());

    public Mapping {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    public Optional<Value> get(String key) {
      return Optional.ofNullable(entries.get(new Text(key)));
    }
  }

  /** YAML's date or time, by its ISO form. */
  record Timestamp(String iso) implements Value {}

  /** A value under {@code !vault}: the armoured text, decrypted only where it is used. */
  record Vaulted(String armour) implements Value {}

  /** A string under {@code !unsafe}: never a template. */
  record Unsafe(String text) implements Value {}

  /** The text of the values that Python counts as strings. */
  default Optional<String> asText() {
    if (this instanceof Text text) {
      return Optional.of(text.text());
    }
    return this instanceof Unsafe unsafe ? Optional.of(unsafe.text()) : Optional.empty();
  }
}
