package io.fleetcheck.inventory.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.inventory.Fixture;
import io.fleetcheck.inventory.python.PythonJson;
import io.fleetcheck.inventory.python.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentTest {
  private static final int NESTING = 200;
  private static final int NODES = 100_000;

  @Test
  void readsWhatPythonReads() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Fixture fixture : Fixture.read("documents.tsv")) {
      String actual = read(fixture.text());
      if (!actual.equals(fixture.expected())) {
        wrong.add(fixture.text() + " gave " + actual + ", not " + fixture.expected());
      }
    }
    assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
  }

  private static String read(String text) {
    try {
      return PythonJson.dump(Document.read(text, NESTING, NODES).root()).text();
    } catch (InvalidDocument invalid) {
      return "ERROR";
    } catch (PythonJson.NotSerializable unprintable) {
      return "UNPRINTABLE";
    }
  }

  @Test
  void refusesWhatGrowsWithoutBounds() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int level = 1; level < 12; level++) {
      bomb.append("a").append(level).append(": &a").append(level).append(" [");
      bomb.append(("*a" + (level - 1) + ", ").repeat(9)).append("x]\n");
    }
    refused(bomb.toString(), "at most 100000, aliases counted each time");
    refused(bomb.toString().replace("[", "[{<<: [").replace("]", "]}]"), "");
    refused("[".repeat(10_000) + "]".repeat(10_000), "at most 200");
    refused("a: " + "[".repeat(10_000), "");
    refused("a: " + "{b: ".repeat(10_000), "");
    refused("- ".repeat(10_000), "");
    refused("a: &a [*a]", "values that end");
  }

  private static void refused(String text, String expected) {
    InvalidDocument refused =
        assertThrows(InvalidDocument.class, () -> Document.read(text, NESTING, NODES));
    assertTrue(refused.expected().contains(expected), refused::expected);
  }

  @Test
  void knowsTheLineOfEachEntry() throws InvalidDocument {
    Document yaml = Document.read("a: 1\n\nb:\n  c: 2\n", NESTING, NODES);
    Document json = Document.read("{\"a\":\n 1,\n\"b\": 2}", NESTING, NODES);

    assertEquals(List.of(1, 3), lines(yaml));
    assertEquals(List.of(1, 3), lines(json));
  }

  private static List<Integer> lines(Document document) {
    return document.entries((Value.Mapping) document.root()).stream()
        .map(Document.Entry::line)
        .toList();
  }
}
