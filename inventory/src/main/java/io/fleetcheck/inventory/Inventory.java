package io.fleetcheck.inventory;

import io.fleetcheck.inventory.InventoryData.GroupNode;
import io.fleetcheck.inventory.InventoryData.HostNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Hosts, groups and variables as Ansible would see them. Does not change any more. */
public final class Inventory {
  /** Ansible's order of merging: deep groups beat shallow ones, then priority, then the name. */
  static final Comparator<GroupNode> PRECEDENCE =
      Comparator.comparingInt((GroupNode group) -> group.depth)
          .thenComparing(group -> group.priority)
          .thenComparing(group -> group.name, CodePoints.ORDER);

  private final InventoryData data;
  private final Path directory;

  /**
   * @param directory to which limit files are relative
   */
  Inventory(InventoryData data, Path directory) {
    this.data = data;
    this.directory = directory;
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
    return new PatternMatcher(data, directory).select(pattern, limit);
  }

  /** All variables of a host, merged by Ansible's precedence. Empty for an unknown host. */
  public Variables variables(String host) {
    Variables merged = new Variables();
    HostNode node = data.hosts().get(host);
    if (node != null) {
      List<GroupNode> groups = new ArrayList<>(node.groups);
      groups.sort(PRECEDENCE);
      groups.forEach(group -> merged.putAll(group.variables));
      merged.putAll(node.variables);
    }
    return merged;
  }

  private static Group view(GroupNode group) {
    return new Group(
        group.name, group.children.stream().map(child -> child.name).toList(), names(group.hosts));
  }

  private static List<String> names(Set<HostNode> hosts) {
    return hosts.stream().map(host -> host.name).toList();
  }
}
