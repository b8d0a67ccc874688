package io.fleetcheck.controller.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fleetcheck.agent.wire.Reading;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;

/** Fields as our reports spell them. */
final class JsonFields {
  private JsonFields() {}

  /** A field that is always there; null says that there is nothing to say. */
  static void optional(JsonGenerator json, String name, Optional<String> value) throws IOException {
    if (value.isPresent()) {
      json.writeStringField(name, value.get());
    } else {
      json.writeNullField(name);
    }
  }

  static void optional(JsonGenerator json, String name, OptionalLong value) throws IOException {
    if (value.isPresent()) {
      json.writeNumberField(name, value.getAsLong());
    } else {
      json.writeNullField(name);
    }
  }

  static void strings(JsonGenerator json, String name, Collection<String> values)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }

  /**
   * A known value as itself; otherwise an object, so that nobody takes a missing value for an empty
   * one: {@code {"absent": PATH}} or {@code {"unreadable": PATH, "errno": NAME}}.
   */
  static void reading(JsonGenerator json, String name, Reading<?> reading) throws IOException {
    json.writeFieldName(name);
    if (reading instanceof Reading.Known<?> known) {
      value(json, known.value());
      return;
    }
    json.writeStartObject();
    if (reading instanceof Reading.Absent<?> absent) {
      json.writeStringField("absent", absent.path());
    } else if (reading instanceof Reading.Unreadable<?> unreadable) {
      json.writeStringField("unreadable", unreadable.path());
      json.writeStringField("errno", unreadable.errno());
    }
    json.writeEndObject();
  }

  private static void value(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Long || value instanceof Integer) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else {
      json.writeString(value.toString());
    }
  }
}
