package io.fleetcheck.controller.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Values as the columns of both databases have them. */
final class Columns {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

  private static final ObjectMapper JSON = new ObjectMapper();

  private Columns() {}

  static void set(PreparedStatement statement, @Nullable Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  static String time(Instant instant) {
    return TIME.format(instant);
  }

  static OptionalLong number(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
  }

  static String json(Map<String, String> options) {
    try {
      return JSON.writeValueAsString(new TreeMap<>(options));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("strings are always JSON", e);
    }
  }

  static Map<String, String> options(String json) throws SQLException {
    try {
      return JSON.readValue(json, new TypeReference<LinkedHashMap<String, String>>() {});
    } catch (JsonProcessingException e) {
      throw new SQLException("the options of a run are damaged: " + e.getOriginalMessage(), e);
    }
  }
}
