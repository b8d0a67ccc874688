package io.fleetcheck.inventory;

import io.fleetcheck.inventory.InventoryData.GroupNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads inventories as Ansible does, from any number of sources.
 *
 * <p>Never throws for what a source holds: all of that comes back as problems, together.
 */
public final class InventoryLoader {
  private static final Pattern VARIABLE = Pattern.compile("\\$(?:([A-Za-z0-9_]+)|\\{([^}]*)})");

  private final InventoryContext context;

  public InventoryLoader(InventoryContext context) {
    this.context = context;
  }

  /**
   * Reads the sources and all variable files that any of their hosts has.
   *
   * @param sources files, directories, scripts, or lists of hosts with a comma; later ones win
   */
  public LoadedInventory load(List<String> sources) {
    LoadedInventory loaded = loadWithoutVariableFiles(sources);
    List<Problem> problems = new ArrayList<>(loaded.problems());
    problems.addAll(loaded.inventory().readVariableFiles());
    return new LoadedInventory(loaded.inventory(), problems);
  }

  /**
   * Reads the sources only; {@code group_vars} and {@code host_vars} are read where they are asked
   * for. So does Ansible, which then does not mind what is wrong with the others.
   */
  public LoadedInventory loadWithoutVariableFiles(List<String> given) {
    Set<Problem> problems = new LinkedHashSet<>();
    InventoryData data = new InventoryData(context.limits().hosts());
    SourceReader reader = new SourceReader(context, data, problems::add);
    boolean anyRead = false;
    List<String> sources = given.stream().map(this::expand).toList();
    for (String source : sources) {
      anyRead |= reader.read(source);
    }
    if (anyRead) {
      try {
        data.reconcile();
        warnOfSharedNames(data, problems);
      } catch (InventoryData.Refused refused) {
        Place place = Place.of(String.join(" ", sources));
        problems.add(refused.at(place, "below all").problem().as(Problem.Severity.FATAL));
      }
    }
    Inventory inventory = new Inventory(data, directories(sources), context);
    return new LoadedInventory(inventory, List.copyOf(problems));
  }

  private static void warnOfSharedNames(InventoryData data, Set<Problem> problems) {
    for (GroupNode group : data.groups().values()) {
      if (data.hosts().containsKey(group.name)) {
        problems.add(
            Problem.warning(
                Place.of("inventory"),
                "a host and a group of the same name",
                Excerpt.of(group.name),
                "different names: variables of the one go to the other"));
      }
    }
  }

  /** The empty name is the working directory, and names of files may hold $VARIABLES. */
  private String expand(String source) {
    if (source.indexOf(',') >= 0) {
      return source;
    }
    return source.isEmpty()
        ? "."
        : VARIABLE.matcher(source).replaceAll(it -> Matcher.quoteReplacement(variable(it)));
  }

  /** A variable that is not set stays as it is written. */
  private String variable(MatchResult reference) {
    String name = reference.group(1) == null ? reference.group(2) : reference.group(1);
    return context.environment().getOrDefault(name, reference.group());
  }

  /** Beside which the sources' variable files lie. */
  private List<Path> directories(List<String> sources) {
    return sources.stream().flatMap(source -> directory(source).stream()).toList();
  }

  private Optional<Path> directory(String source) {
    Optional<Path> file = context.resolve(source);
    if (file.isEmpty() || Files.isDirectory(file.get())) {
      return file;
    }
    return source.indexOf(',') >= 0 && !Files.exists(file.get())
        ? Optional.empty()
        : Optional.ofNullable(file.get().getParent());
  }
}
