package io.fleetcheck.inventory;

import io.fleetcheck.inventory.InventoryData.GroupNode;
import io.fleetcheck.inventory.InventoryData.HostNode;
import io.fleetcheck.inventory.VariableFiles.Kind;
import io.fleetcheck.inventory.python.CodePoints;
import io.fleetcheck.inventory.python.Value.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Hosts, groups and variables as Ansible would see them. Its sources do not change any more;
 * variable files are read when they are first needed. Not for use by several threads at once.
 */
public final class Inventory {
  /** Ansible's order of merging: deep groups beat shallow ones, then priority, then the name. */
  private static final Comparator<GroupNode> PRECEDENCE =
      Comparator.comparingInt((GroupNode group) -> group.depth)
          .thenComparing(group -> group.priority)
          .thenComparing(group -> group.name, CodePoints.ORDER);

  private final InventoryData data;
  private final List<Path> directories;
  private final InventoryContext context;
  private final VariableFiles files;
  private final Set<Problem> warnings = new LinkedHashSet<>();

  /**
   * @param directories of the sources, in their order
   */
  Inventory(InventoryData data, List<Path> directories, InventoryContext context) {
    this.data = data;
    this.directories = List.copyOf(directories);
    this.context = context;
    this.files = new VariableFiles(context, warnings::add);
  }

  InventoryData data() {
    return data;
  }

  /** Names of all hosts, in the order in which {@code all} holds them. */
  public List<String> hosts() {
    return names(data.group(InventoryData.ALL).allHosts());
  }

  /** In the order of creation; groups that nothing leads to are among them. */
  public List<Group> groups() {
    return data.groups().values().stream().map(Inventory::view).toList();
  }

  public Optional<Group> group(String name) {
    return Optional.ofNullable(data.groups().get(name)).map(Inventory::view);
  }

  /** The hosts that a pattern selects, and of these the ones that a limit selects, too. */
  public Selection hosts(String pattern, Optional<String> limit) {
    return new PatternMatcher(data, context).select(pattern, limit);
  }

  /**
   * All variables of a host, merged by Ansible's precedence. An unknown host has none, but
   * localhost is always there.
   *
   * @throws InvalidSource where a variable file cannot be read
   */
  Variables variables(String host) throws InvalidSource {
    HostNode node = data.hosts().get(host);
    GroupNode all = data.group(InventoryData.ALL);
    List<GroupNode> groups = new ArrayList<>(node == null ? Set.of() : node.groups);
    groups.remove(all);
    groups.sort(PRECEDENCE);

    Variables merged = new Variables();
    merged.putAll(all.variables);
    groups.forEach(group -> merged.putAll(group.variables));
    List<List<Path>> places = List.of(directories, List.of(context.directory()));
    for (List<Path> place : places) {
      putFiles(place, Kind.GROUP, List.of(all), merged);
    }
    for (List<Path> place : places) {
      putFiles(place, Kind.GROUP, groups, merged);
    }
    merged.putAll(node == null ? implicit(host) : node.variables);
    for (List<Path> place : places) {
      for (Path directory : place) {
        merged.putAll(files.read(directory, Kind.HOST, host));
      }
    }
    return merged;
  }

  private void putFiles(List<Path> places, Kind kind, List<GroupNode> groups, Variables merged)
      throws InvalidSource {
    for (Path directory : places) {
      for (GroupNode group : groups) {
        merged.putAll(files.read(directory, kind, group.name));
      }
    }
  }

  /** What only the inventory and the host's own files say of it. */
  Variables ownVariables(HostNode host) throws InvalidSource {
    return withFiles(host.variables, Kind.HOST, host.name);
  }

  /** What the inventory and the group's files say of it. */
  Variables ownVariables(GroupNode group) throws InvalidSource {
    return withFiles(group.variables, Kind.GROUP, group.name);
  }

  /** Without the working directory's files: Ansible shows these with the hosts only. */
  private Variables withFiles(Variables own, Kind kind, String name) throws InvalidSource {
    Variables merged = new Variables();
    merged.putAll(own);
    for (Path directory : directories) {
      merged.putAll(files.read(directory, kind, name));
    }
    return merged;
  }

  /** The machine we are on, where no source names it. */
  private static Variables implicit(String host) {
    Variables variables = new Variables();
    if (InventoryData.LOCALHOSTS.contains(host)) {
      Place place = Place.of("implicit " + host);
      variables.put(new Text("ansible_python_interpreter"), new Text("/usr/bin/python3"), place);
      variables.put(new Text("ansible_connection"), new Text("local"), place);
    }
    return variables;
  }

  /** What is wrong with the variable files of any host. */
  List<Problem> readVariableFiles() {
    Set<Problem> problems = new LinkedHashSet<>();
    for (String host : data.hosts().keySet()) {
      try {
        variables(host);
      } catch (InvalidSource invalid) {
        problems.add(invalid.problem());
      }
    }
    problems.addAll(warnings);
    return List.copyOf(problems);
  }

  private static Group view(GroupNode group) {
    return new Group(
        group.name, group.children.stream().map(child -> child.name).toList(), names(group.hosts));
  }

  private static List<String> names(Set<HostNode> hosts) {
    return hosts.stream().map(host -> host.name).toList();
  }
}
