package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.ScratchDevice;
import io.fleetcheck.inventory.ConnectionOptions;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.ConnectionSettingsReader;
import io.fleetcheck.inventory.HostConnection;
import io.fleetcheck.inventory.InventoryContext;
import io.fleetcheck.inventory.InventoryLoader;
import io.fleetcheck.inventory.LoadedInventory;
import io.fleetcheck.inventory.Problem;
import io.fleetcheck.inventory.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The hosts of a run.
 *
 * @param all names in the order of the inventory
 * @param usable what can be tried
 * @param unusable why the others cannot, by name: what the inventory says of them makes no sense
 * @param scratch devices that the inventory lets hosts overwrite, by the host's name
 * @param warnings one line each
 */
record Targets(
    List<String> all,
    List<ConnectionSettings> usable,
    Map<String, List<ScratchDevice>> scratch,
    Map<String, String> unusable,
    List<String> warnings) {

  /** What the inventory holds, before anybody is asked for a password. */
  static final class Selected {
    private final InventoryContext context;
    private final LoadedInventory inventory;
    private final List<String> hosts;
    private final List<String> warnings = new ArrayList<>();

    private Selected(Selected other, List<String> hosts) {
      this.context = other.context;
      this.inventory = other.inventory;
      this.hosts = hosts;
      warnings.addAll(other.warnings);
    }

    private Selected(InventoryContext context, LoadedInventory inventory, Selection selection) {
      this.context = context;
      this.inventory = inventory;
      this.hosts = selection.hosts();
      inventory.problems().forEach(problem -> warnings.add(problem.toString()));
      selection.problems().forEach(problem -> warnings.add(problem.toString()));
    }

    List<String> hosts() {
      return hosts;
    }

    /** Those that are among these, in the same order. */
    Selected only(Set<String> names) {
      return new Selected(this, hosts.stream().filter(names::contains).toList());
    }

    /** What all hosts of a group have is told once. */
    private static String together(List<Problem> alike) {
      Problem first = alike.get(0);
      return alike.size() == 1
          ? first.toString()
          : "%s, %s and %d others".formatted(first.what(), first.where(), alike.size() - 1);
    }

    Targets resolve(ConnectionOptions options) {
      ConnectionSettingsReader reader =
          new ConnectionSettingsReader(inventory.inventory(), context, options);
      List<ConnectionSettings> usable = new ArrayList<>();
      Map<String, List<ScratchDevice>> scratch = new HashMap<>();
      Map<String, String> unusable = new LinkedHashMap<>();
      Map<String, List<Problem>> told = new LinkedHashMap<>();
      for (String host : hosts) {
        HostConnection connection = reader.read(host);
        if (connection instanceof HostConnection.Usable found) {
          usable.add(found.settings());
          scratch.put(host, found.scratch().stream().map(ScratchArgument::device).toList());
          found
              .warnings()
              .forEach(it -> told.computeIfAbsent(it.what(), unused -> new ArrayList<>()).add(it));
        } else if (connection instanceof HostConnection.Unusable found) {
          unusable.put(host, found.problem().toString());
        }
      }
      List<String> all = new ArrayList<>(warnings);
      told.values().forEach(alike -> all.add(together(alike)));
      return new Targets(hosts, usable, scratch, unusable, all.stream().distinct().toList());
    }
  }

  /**
   * Reads the inventories and picks the hosts.
   *
   * @throws UsageException with every problem of the inventories, or where no host is left: a run
   *     over nobody must not look like a success
   */
  static Selected select(
      List<String> sources, String pattern, Optional<String> limit, InventoryContext context)
      throws UsageException {
    LoadedInventory loaded = new InventoryLoader(context).load(sources);
    failOnErrors(loaded.problems());
    Selection selection = loaded.inventory().hosts(pattern, limit);
    failOnErrors(selection.problems());
    if (selection.hosts().isEmpty()) {
      String where = String.join(" ", sources);
      String what =
          limit
              .map(text -> "no host of %s matches --limit %s".formatted(where, text))
              .orElse("no host of %s matches %s".formatted(where, pattern));
      List<String> lines = new ArrayList<>();
      lines.add(what);
      selection.problems().forEach(problem -> lines.add(problem.toString()));
      throw new UsageException(lines);
    }
    return new Selected(context, loaded, selection);
  }

  /** A host without an inventory. */
  static Selected named(String host, InventoryContext context) {
    return new Selected(
        context,
        new InventoryLoader(context).load(List.of()),
        new Selection(List.of(host), List.of()));
  }

  private static void failOnErrors(List<Problem> problems) throws UsageException {
    boolean failed =
        problems.stream().anyMatch(problem -> problem.severity() != Problem.Severity.WARNING);
    if (failed) {
      throw new UsageException(problems.stream().map(Problem::toString).toList());
    }
  }

  /** A captured tree: one host, and the agent that reads it runs here. */
  static Targets captured(String name) {
    ConnectionSettings local =
        new ConnectionSettings(
            name,
            ConnectionSettings.Method.LOCAL,
            name,
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(),
            true,
            Duration.ofSeconds(10),
            Optional.empty());
    return new Targets(List.of(name), List.of(local), Map.of(), Map.of(), List.of());
  }
}
