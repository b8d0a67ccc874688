package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Small inventories, a rule each, with what ansible-inventory 2.14.18 printed for {@code --list},
 * {@code --list --export} and {@code --graph --vars}, run in their directories.
 */
class TreesTest {
  @TempDir Path home;

  @TestFactory
  List<DynamicTest> printsWhatAnsiblePrints() throws IOException, URISyntaxException {
    Path trees = Path.of(Objects.requireNonNull(TreesTest.class.getResource("trees")).toURI());
    try (Stream<Path> all = Files.list(trees)) {
      return all.sorted()
          .flatMap(
              tree ->
                  Stream.of("list", "export", "graph")
                      .map(
                          action ->
                              DynamicTest.dynamicTest(
                                  tree.getFileName() + " " + action, () -> check(tree, action))))
          .toList();
    }
  }

  private void check(Path tree, String action) throws IOException {
    InventoryContext context = InventoryContext.of(tree, home, Map.of());
    LoadedInventory loaded =
        new InventoryLoader(context).loadWithoutVariableFiles(List.of(source(tree)));
    InventoryPrinter printer =
        new InventoryPrinter(loaded.inventory(), context.vault(), action.equals("export"));
    InventoryPrinter.Printed printed =
        action.equals("graph") ? printer.graph("all", true) : printer.list();
    String actual = printed.exit() == 0 ? printed.text() : "exit " + printed.exit() + "\n";
    assertEquals(
        Files.readString(tree.resolve("expected." + action)),
        actual,
        () -> loaded.problems() + " " + printed.problems());
  }

  private static String source(Path tree) throws IOException {
    try (Stream<Path> files = Files.list(tree)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.equals("inv") || name.startsWith("hosts"))
          .findFirst()
          .orElseThrow();
    }
  }
}
