package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated inventories, read by us and by the real ansible-inventory: the same output, byte for
 * byte, and the same exit code. Failures are made small and kept below target.
 */
class DifferentialTest {
  private static final int TREES = Integer.getInteger("fleetcheck.trees", 500);
  private static final long SEED = Long.getLong("fleetcheck.seed", 20260101L);
  private static final int FAILURES = Integer.getInteger("fleetcheck.failures", 5);
  private static final Path KEPT = Path.of("target", "differential");

  @TempDir Path directory;
  private int trees;

  @Test
  @Timeout(1800)
  void readsWhatAnsibleReads() throws IOException {
    Path home = Files.createDirectories(directory.resolve("home"));
    Optional<RealAnsible> real = RealAnsible.start(home);
    if (real.isEmpty()) {
      String why = "SKIPPED: no ansible-core to compare with: apt-get install ansible-core";
      System.err.println(why);
      Assumptions.abort(why);
    }
    List<String> failures = new ArrayList<>();
    int listed = 0;
    try (RealAnsible ansible = real.orElseThrow()) {
      for (int number = 0; number < TREES && failures.size() < FAILURES; number++) {
        InventoryTree tree = new InventoryTrees(SEED + number).next();
        Compared compared = compare(tree, ansible);
        listed += compared.expected().exit() == 0 ? 1 : 0;
        if (!compared.same()) {
          failures.add(keep(tree, SEED + number, ansible));
        }
      }
    }
    System.err.println(TREES + " trees from seed " + SEED + ", " + listed + " with exit code 0");
    assertEquals(List.of(), failures, () -> String.join("\n", failures));
  }

  /** The two answers to one question. */
  private record Compared(
      RealAnsible.Answer expected, InventoryPrinter.Printed actual, boolean selects) {

    /** The order of hosts differs between two runs of Ansible; and it indents them. */
    private String comparable(String text) {
      return selects
          ? text.lines()
              .map(String::strip)
              .filter(line -> !line.matches("hosts \\([0-9]+\\):"))
              .sorted()
              .collect(Collectors.joining("\n"))
          : text;
    }

    boolean same() {
      if (selects && expected.exit() == 250) {
        // Ansible crashes on & and ! with nothing behind them.
        return actual.text().isEmpty() && !actual.problems().isEmpty();
      }
      // With another exit code than 0 Ansible prints its usage or the way to its stack trace.
      return expected.exit() == actual.exit()
          && (expected.exit() != 0
              || comparable(expected.stdout()).equals(comparable(actual.text())));
    }
  }

  private Compared compare(InventoryTree tree, RealAnsible ansible) throws IOException {
    Path place = Files.createDirectories(directory.resolve("tree" + trees++));
    tree.write(place);
    return new Compared(ansible.run(place, tree.arguments()), ours(tree, place), tree.selects());
  }

  private static InventoryPrinter.Printed ours(InventoryTree tree, Path place) {
    InventoryContext locked = InventoryContext.of(place, place, Map.of("PATH", "/usr/bin:/bin"));
    InventoryContext context =
        tree.action().contains(InventoryTrees.PASSWORD_FILE)
            ? locked.with(VaultTest.vault("correct horse"))
            : locked;
    LoadedInventory loaded = new InventoryLoader(context).loadWithoutVariableFiles(tree.sources());
    if (loaded.isFatal()) {
      return new InventoryPrinter.Printed(1, "", loaded.problems());
    }
    Inventory inventory = loaded.inventory();
    InventoryPrinter printer =
        new InventoryPrinter(inventory, context.vault(), tree.action().contains("--export"));
    return switch (tree.action().get(0)) {
      case "--hosts" -> select(tree.action(), inventory);
      case "--graph" -> printer.graph(root(tree.action()), tree.action().contains("--vars"));
      case "--host" -> printer.host(tree.action().get(1));
      default -> printer.list();
    };
  }

  private static String root(List<String> graph) {
    return graph.size() > 1 && !graph.get(1).startsWith("--") ? graph.get(1) : "all";
  }

  private static InventoryPrinter.Printed select(List<String> action, Inventory inventory) {
    Optional<String> limit = action.size() > 2 ? Optional.of(action.get(3)) : Optional.empty();
    Selection selection = inventory.hosts(action.get(1), limit);
    boolean nobody =
        selection.hosts().isEmpty() && limit.isPresent() && !inventory.hosts().isEmpty();
    return new InventoryPrinter.Printed(
        nobody ? 1 : 0, String.join("\n", selection.hosts()), selection.problems());
  }

  private String keep(InventoryTree tree, long seed, RealAnsible ansible) throws IOException {
    InventoryTree small =
        tree.shrink(
            it -> {
              try {
                return !compare(it, ansible).same();
              } catch (IOException failed) {
                throw new UncheckedIOException(failed);
              }
            });
    Path kept = KEPT.resolve(Long.toString(seed));
    small.write(kept);
    Compared compared = compare(small, ansible);
    String report =
        "seed %d: %s%nfiles %s%nAnsible: %d %s%n%s%nours: %d %s%n%s"
            .formatted(
                seed,
                small.arguments(),
                small.files(),
                compared.expected().exit(),
                compared.expected().stdout(),
                compared.expected().stderr(),
                compared.actual().exit(),
                compared.actual().text(),
                compared.actual().problems());
    Files.writeString(kept.resolve("report.txt"), report);
    return report;
  }
}
