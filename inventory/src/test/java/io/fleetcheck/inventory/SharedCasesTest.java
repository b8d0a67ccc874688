package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The collected cases, where they lie beside the checkout. */
class SharedCasesTest {
  private static final Path CASES =
      Path.of(System.getProperty("fleetcheck.shared", "../../shared"))
          .resolve("cases/inventory")
          .toAbsolutePath();

  /** Read as Ansible 2.19 does, as issue 3 wants it. */
  private static final String INI_IN_DIRECTORIES = "12-ini-ignored-in-directory";

  @TempDir Path empty;

  private static void assume() {
    if (!Files.isDirectory(CASES)) {
      String why = "SKIPPED: no collected cases at " + CASES;
      System.err.println(why);
      Assumptions.abort(why);
    }
  }

  @TestFactory
  Stream<DynamicTest> readsAsAnsibleDoes() throws IOException {
    assume();
    List<Path> cases = new ArrayList<>();
    try (Stream<Path> all = Files.list(CASES)) {
      all.filter(Files::isDirectory)
          .filter(it -> !it.getFileName().toString().equals("patterns"))
          .sorted()
          .forEach(cases::add);
    }
    return cases.stream()
        .map(it -> DynamicTest.dynamicTest(it.getFileName().toString(), () -> check(it)));
  }

  private void check(Path directory) throws IOException {
    List<String> sources = sources(directory);
    InventoryContext context = InventoryContext.of(empty, empty, Map.of());
    LoadedInventory loaded = new InventoryLoader(context).loadWithoutVariableFiles(sources);
    InventoryPrinter.Printed printed =
        new InventoryPrinter(loaded.inventory(), context.vault(), false).list();

    String expected = "expected.json";
    if (directory.endsWith(INI_IN_DIRECTORIES)) {
      expected = "expected-devel.json";
    }
    Path json = directory.resolve(expected);
    String wanted = Files.exists(json) ? Files.readString(json) : "";
    // Where Ansible itself crashed, its complaint was captured in place of JSON.
    wanted = wanted.startsWith("{") ? wanted : "";
    assertEquals(wanted, printed.text(), () -> loaded.problems() + " " + printed.problems());
    Path rc = directory.resolve("rc");
    int exit =
        Files.exists(rc)
            ? Integer.parseInt(Files.readString(rc).strip().split("/", 2)[0])
            : wanted.isEmpty() ? 250 : 0;
    assertEquals(exit, printed.exit());
  }

  /** From the command, or the only file there is. */
  private static List<String> sources(Path directory) throws IOException {
    Path command = directory.resolve("cmd");
    List<String> sources = new ArrayList<>();
    if (Files.exists(command)) {
      List<String> words = List.of(Files.readString(command).strip().split(" -i |--list", -1));
      for (String word : words.subList(1, words.size() - 1)) {
        String source = word.strip().replace("'", "");
        sources.add(source.contains(",") ? source : directory.resolve(source).toString());
      }
    } else {
      try (Stream<Path> files = Files.list(directory)) {
        files
            .filter(it -> it.getFileName().toString().startsWith("hosts"))
            .forEach(it -> sources.add(it.toString()));
      }
    }
    assertTrue(!sources.isEmpty(), directory::toString);
    return sources;
  }

  @Test
  void selectsAsAnsibleDoes() throws IOException {
    assume();
    Path patterns = CASES.resolve("patterns");
    Path hosts;
    try (Stream<Path> files = Files.list(patterns)) {
      hosts = files.filter(it -> it.toString().contains("hosts")).findFirst().orElseThrow();
    }
    InventoryContext context = InventoryContext.of(patterns, empty, Map.of());
    Inventory inventory = new InventoryLoader(context).load(List.of(hosts.toString())).inventory();
    List<String> wrong = new ArrayList<>();
    for (String line : Files.readAllLines(patterns.resolve("patterns.tsv"))) {
      String[] fields = line.split("\t", -1);
      if (line.startsWith("#")) {
        continue;
      }
      Optional<String> limit = fields[1].equals("-") ? Optional.empty() : Optional.of(fields[1]);
      Selection selection = inventory.hosts(fields[0], limit);
      String found = String.join(",", new TreeSet<>(selection.hosts()));
      if (!found.equals(fields[3])) {
        wrong.add(line + " but was " + found + " " + selection.problems());
      }
    }
    assertEquals(List.of(), wrong);
  }
}
