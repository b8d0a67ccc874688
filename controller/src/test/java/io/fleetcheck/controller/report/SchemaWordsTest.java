package io.fleetcheck.controller.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.verdict.Impact;
import io.fleetcheck.controller.verdict.Level;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A word that is new in the code must be in the schema too, whether or not a sample has it. */
class SchemaWordsTest {
  private final JsonNode definitions;

  SchemaWordsTest() throws IOException {
    definitions =
        new ObjectMapper()
            .readTree(Path.of("../docs/schema/fleetcheck.run-1.schema.json").toFile())
            .get("$defs");
  }

  @Test
  void enumsAreWhole() {
    assertWords("/level/enum", Level.values(), Level::text);
    assertWords("/host/properties/stage/enum", Stage.values(), Stage::text);
    assertWords("/mode/enum", ProbeMode.values(), SchemaWordsTest::lower);
    assertWords("/node/properties/kind/enum", BlockNode.Kind.values(), SchemaWordsTest::lower);
    assertWords(
        "/disk/properties/mounts/items/properties/impact/enum", Impact.values(), Impact::text);
    assertWords(
        "/probe/anyOf/0/properties/series/items/properties/operation/enum",
        Series.Operation.values(),
        SchemaWordsTest::lower);
  }

  private <E> void assertWords(String pointer, E[] constants, Function<E, String> text) {
    Set<String> words = new TreeSet<>();
    definitions.at(pointer).forEach(word -> words.add(word.isNull() ? "" : word.asText()));
    words.remove("");
    assertEquals(new TreeSet<>(Arrays.stream(constants).map(text).toList()), words, pointer);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
