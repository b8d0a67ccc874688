package io.fleetcheck.controller.cli;

import io.fleetcheck.inventory.Inventory;
import io.fleetcheck.inventory.InventoryContext;
import io.fleetcheck.inventory.InventoryLoader;
import io.fleetcheck.inventory.InventoryPrinter;
import io.fleetcheck.inventory.InventoryPrinter.Printed;
import io.fleetcheck.inventory.LoadedInventory;
import io.fleetcheck.inventory.Problem;
import io.fleetcheck.inventory.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Shows an inventory as Ansible reads it, so that both can be compared. What it prints and its exit
 * codes are those of ansible-inventory 2.14, not {@link ExitCode}'s.
 */
@Command(
    name = "inventory",
    description = {
      "Shows an inventory as Ansible reads it: what ansible-inventory prints, byte for byte.",
      ""
    },
    footer = {
      "",
      "  fleetcheck inventory -i hosts.ini --graph                  groups and hosts",
      "  fleetcheck inventory -i hosts.ini --hosts 'web*:&prod:!db' which hosts a pattern means",
      "",
      "Exit codes, as Ansible's: 0, even where a source could not be read; 1 the inventory makes no",
      "sense, a limit leaves no host, or no vault password can be had; 2 usage; 4 a variable file",
      "cannot be read; 5 wrong options, host or group; 250 a value that cannot be printed."
    })
final class InventoryCommand extends AnyCommand {
  private static final int NO_SENSE = 1;
  private static final int WRONG_OPTIONS = 5;

  private final Surroundings surroundings;

  @Parameters(paramLabel = "INVENTORY", arity = "0..*", description = "The same as -i INVENTORY.")
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = {"-i", "--inventory"},
      paramLabel = "INVENTORY",
      description = "A file, directory, script, or hosts with commas. Repeatable; later ones win.")
  private List<String> inventories = new ArrayList<>();

  @Option(names = "--list", description = "All groups and all variables of all hosts, as JSON.")
  private boolean list;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "All variables of one host, as JSON.")
  private @Nullable String host;

  @Option(
      names = "--graph",
      arity = "0..1",
      fallbackValue = "all",
      paramLabel = "GROUP",
      description = "Groups and hosts as a tree, from GROUP down.")
  private @Nullable String graph;

  @Option(
      names = "--hosts",
      paramLabel = "PATTERN",
      description = "The hosts that a pattern selects, one a line.")
  private @Nullable String pattern;

  @Option(
      names = {"-l", "--limit"},
      paramLabel = "HOSTS",
      description = "With --hosts: of these only those that this selects, too; @FILE is a list.")
  private List<String> limits = new ArrayList<>();

  @Option(names = "--vars", description = "With --graph: with variables.")
  private boolean variables;

  @Option(
      names = "--export",
      description = "With --list: variables stand with the groups that have them.")
  private boolean export;

  @Mixin private VaultArguments vault = new VaultArguments();

  InventoryCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws UsageException {
    List<String> sources = new ArrayList<>(inventories);
    sources.addAll(arguments);
    if (sources.isEmpty()) {
      throw new UsageException("which inventory? Name it by -i");
    }
    long actions =
        Stream.of(list, host != null, graph != null, pattern != null).filter(it -> it).count();
    if (actions != 1) {
      complain("one of --list, --host, --graph and --hosts is needed, and only one");
      return WRONG_OPTIONS;
    }
    if (!limits.isEmpty() && pattern == null) {
      throw new UsageException("--limit goes with --hosts only");
    }
    InventoryContext context;
    try {
      context = vault.open(surroundings);
    } catch (UsageException locked) {
      locked.lines().forEach(this::complain);
      return NO_SENSE;
    }
    LoadedInventory loaded = new InventoryLoader(context).loadWithoutVariableFiles(sources);
    loaded.problems().forEach(this::complain);
    return loaded.isFatal() ? NO_SENSE : show(loaded.inventory(), context);
  }

  private int show(Inventory inventory, InventoryContext context) {
    if (pattern != null) {
      return select(inventory, pattern);
    }
    InventoryPrinter printer = new InventoryPrinter(inventory, context.vault(), export);
    Printed printed =
        host != null
            ? printer.host(host)
            : graph != null
                ? printer.graph(graph.isEmpty() ? "all" : graph, variables)
                : printer.list();
    printed.problems().forEach(this::complain);
    surroundings.out().print(printed.text());
    return printed.exit();
  }

  /** As {@code ansible PATTERN --list-hosts}: nobody is an error only where a limit was given. */
  private int select(Inventory inventory, String wanted) {
    Optional<String> limit = HostArguments.lastOf(limits);
    Selection selection = inventory.hosts(wanted, limit);
    selection.problems().forEach(this::complain);
    selection.hosts().forEach(surroundings.out()::println);
    if (!selection.hosts().isEmpty()) {
      return 0;
    }
    complain("no hosts matched");
    return limit.isPresent() && !inventory.hosts().isEmpty() ? NO_SENSE : 0;
  }

  private void complain(Problem problem) {
    complain(problem.toString());
  }

  private void complain(String line) {
    surroundings.err().println("fleetcheck inventory: " + line);
  }
}
