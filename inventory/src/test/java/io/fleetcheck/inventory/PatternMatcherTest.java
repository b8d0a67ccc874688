package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatternMatcherTest {
  @TempDir Path directory;
  private Inventory inventory =
      new Inventory(new InventoryData(1), List.of(), context(Path.of("")));

  private static InventoryContext context(Path directory) {
    return InventoryContext.of(directory, directory, Map.of());
  }

  @BeforeEach
  void read() throws URISyntaxException {
    Path hosts =
        Path.of(
            Objects.requireNonNull(PatternMatcherTest.class.getResource("patterns/hosts")).toURI());
    inventory = new InventoryLoader(context(directory)).load(List.of(hosts.toString())).inventory();
  }

  @Test
  void selectsWhatAnsibleSelects() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Fixture fixture : Fixture.read("patterns.tsv")) {
      Selection selection = inventory.hosts(fixture.text(), Optional.empty());
      boolean failed =
          selection.problems().stream()
              .anyMatch(problem -> problem.severity() == Problem.Severity.FATAL);
      String actual = failed ? "ERROR" : String.join(" ", new TreeSet<>(selection.hosts()));
      if (!actual.equals(fixture.expected())) {
        wrong.add(fixture.text() + " gave " + actual + ", not " + fixture.expected());
      }
    }
    assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
  }

  @Test
  void limitsByPatternsAndFiles() throws IOException {
    Files.writeString(directory.resolve("retry"), " b1 \n\n# nobody\nf0*\n");
    Files.writeString(directory.resolve("none"), "");
    assertEquals(List.of("b1", "f02.site.org"), limited("back", "@retry"));
    assertEquals(List.of("b1", "b2", "b3", "f02.site.org"), limited("back", "@none"));
    assertEquals(List.of("b1", "b2", "b3", "f02.site.org"), limited("back", ""));
    assertEquals(List.of("b2", "b3"), limited("back", "!b1,!f*"));
    assertEquals(List.of(), limited("back", "@missing"));
    assertEquals(List.of("localhost"), limited("localhost", "b1"));
  }

  /** In a group of one host its last is its first, which must not read as no end. */
  @Test
  void slicesGroupsOfOneHost() {
    assertEquals(List.of("b1"), inventory.hosts("b1[0:]", Optional.empty()).hosts());
    Selection none = inventory.hosts("b1[1:]", Optional.empty());
    assertEquals(List.of(), none.hosts());
    assertEquals(List.of(), none.problems());
    assertEquals(List.of("b2"), inventory.hosts("b1[1:],b2", Optional.empty()).hosts());
  }

  private List<String> limited(String pattern, String limit) {
    return inventory.hosts(pattern, Optional.of(limit)).hosts();
  }
}
