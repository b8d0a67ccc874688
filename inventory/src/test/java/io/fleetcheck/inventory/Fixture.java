package io.fleetcheck.inventory;

import io.fleetcheck.inventory.document.Document;
import io.fleetcheck.inventory.document.InvalidDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Lines of a text, a tab and what Python makes of it; both are JSON strings or bare words. */
public record Fixture(String text, String expected) {

  public static List<Fixture> read(String name) throws IOException {
    try (InputStream in = Fixture.class.getResourceAsStream(name)) {
      String all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      List<Fixture> fixtures = new ArrayList<>();
      for (String line : all.lines().filter(it -> !it.startsWith("#")).toList()) {
        int tab = line.indexOf('\t');
        fixtures.add(new Fixture(word(line.substring(0, tab)), word(line.substring(tab + 1))));
      }
      return fixtures;
    }
  }

  private static String word(String word) {
    try {
      return word.startsWith("\"")
          ? Document.readJson(word, 1).root().asText().orElseThrow()
          : word;
    } catch (InvalidDocument invalid) {
      throw new AssertionError(word, invalid);
    }
  }
}
