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
  @Timeout(600)
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
  private record Compared(RealAnsible.Answer expected, InventoryPrinter.Printed actual) {
    boolean same() {
      // With another exit code than 0 Ansible prints its usage or the way to its stack trace.
      return expected.exit() == actual.exit()
          && (expected.exit() != 0 || expected.stdout().equals(actual.text()));
    }
  }

  private Compared compare(InventoryTree tree, RealAnsible ansible) throws IOException {
    Path place = Files.createDirectories(directory.resolve("tree" + trees++));
    tree.write(place);
    return new Compared(ansible.run(place, tree.arguments()), ours(tree, place));
  }

  private static InventoryPrinter.Printed ours(InventoryTree tree, Path place) {
    InventoryContext context = InventoryContext.of(place, place, Map.of());
    LoadedInventory loaded = new InventoryLoader(context).loadWithoutVariableFiles(tree.sources());
    if (loaded.isFatal()) {
      return new InventoryPrinter.Printed(1, "", loaded.problems());
    }
    Inventory inventory = loaded.inventory();
    InventoryPrinter printer =
        new InventoryPrinter(inventory, context.vault(), tree.action().contains("--export"));
    return switch (tree.action().get(0)) {
      case "--graph" -> printer.graph("all", tree.action().contains("--vars"));
      case "--host" -> printer.host(tree.action().get(1));
      default -> printer.list();
    };
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
