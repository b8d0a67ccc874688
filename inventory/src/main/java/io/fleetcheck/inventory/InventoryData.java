package io.fleetcheck.inventory;

import io.fleetcheck.inventory.python.PythonIntegers;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Text;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The inventory while sources are read into it: Ansible's own model, with its order of everything.
 *
 * <p>A host keeps the list of its groups beside the groups' lists of hosts, as Ansible does,
 * because the two can differ after hosts have left {@code ungrouped}.
 */
final class InventoryData {
  static final String ALL = "all";
  static final String UNGROUPED = "ungrouped";
  static final List<String> LOCALHOSTS = List.of("127.0.0.1", "::1", "localhost");

  /** Ansible itself ends by its stack at some 990. */
  private static final int DEPTH = 500;

  private static final String PRIORITY = "ansible_group_priority";

  private final Map<String, GroupNode> groups = new LinkedHashMap<>();
  private final Map<String, HostNode> hosts = new LinkedHashMap<>();
  private final int hostLimit;

  /** A group under construction. */
  static final class GroupNode {
    final String name;
    final Variables variables = new Variables();
    final Set<HostNode> hosts = new LinkedHashSet<>();
    final Set<GroupNode> children = new LinkedHashSet<>();
    final Set<GroupNode> parents = new LinkedHashSet<>();
    int depth;
    BigInteger priority = BigInteger.ONE;

    GroupNode(String name) {
      this.name = name;
    }

    /** All groups above this one. */
    Set<GroupNode> ancestors() {
      Set<GroupNode> seen = new LinkedHashSet<>();
      Deque<GroupNode> open = new ArrayDeque<>(parents);
      while (!open.isEmpty()) {
        GroupNode next = open.pop();
        if (seen.add(next)) {
          open.addAll(next.parents);
        }
      }
      return seen;
    }

    /** This group and all below it, level by level. */
    Set<GroupNode> withDescendants() {
      Set<GroupNode> seen = new LinkedHashSet<>();
      Deque<GroupNode> open = new ArrayDeque<>();
      open.add(this);
      while (!open.isEmpty()) {
        GroupNode next = open.remove();
        if (seen.add(next)) {
          open.addAll(next.children);
        }
      }
      return seen;
    }

    /** The hosts of this group and of all below it. */
    Set<HostNode> allHosts() {
      Set<HostNode> all = new LinkedHashSet<>();
      withDescendants().forEach(group -> all.addAll(group.hosts));
      return all;
    }
  }

  /** A host under construction. */
  static final class HostNode {
    final String name;
    final Variables variables = new Variables();
    final Set<GroupNode> groups = new LinkedHashSet<>();

    /** That named the host first, as it was given. */
    final String source;

    HostNode(String name, String source) {
      this.name = name;
      this.source = source;
    }
  }

  /** What the model refuses. */
  static final class Refused extends Exception {
    private final String expected;

    Refused(String what, String expected) {
      super(what);
      this.expected = expected;
    }

    InvalidSource at(Place place, String where) {
      return new InvalidSource(
          Problem.unread(place, String.valueOf(getMessage()), where, expected));
    }
  }

  InventoryData(int hostLimit) {
    this.hostLimit = hostLimit;
    addGroup(ALL);
    addGroup(UNGROUPED);
    link(group(ALL), group(UNGROUPED));
  }

  Map<String, GroupNode> groups() {
    return groups;
  }

  Map<String, HostNode> hosts() {
    return hosts;
  }

  /** The host that stands for this machine: the first that was named like it. */
  Optional<HostNode> localhost() {
    return hosts.values().stream().filter(host -> LOCALHOSTS.contains(host.name)).findFirst();
  }

  boolean hasGroup(String name) {
    return groups.containsKey(name);
  }

  GroupNode group(String name) {
    return Optional.ofNullable(groups.get(name)).orElseThrow();
  }

  void addGroup(String name) {
    groups.computeIfAbsent(name, GroupNode::new);
  }

  /**
   * @param port set as {@code ansible_port} only where the host is new
   */
  void addHost(String name, Optional<String> group, Optional<BigInteger> port, Place place)
      throws Refused {
    if (name.isEmpty()) {
      throw new Refused("empty host name", "a name");
    }
    HostNode host = hosts.get(name);
    if (host == null) {
      if (hosts.size() >= hostLimit) {
        throw new Refused("too many hosts", "at most " + hostLimit + " hosts");
      }
      host = new HostNode(name, place.source());
      hosts.put(name, host);
      if (port.isPresent() && port.get().signum() != 0) {
        host.variables.put(new Text("ansible_port"), new Value.Int(port.get()), place);
      }
    }
    if (group.isPresent()) {
      join(group(group.get()), host);
    }
  }

  /** Groups come first: a host named like a group writes to the group. */
  void setVariable(String entity, Value name, Value value, Place place) throws Refused {
    GroupNode group = groups.get(entity);
    if (group == null) {
      Optional.ofNullable(hosts.get(entity)).orElseThrow().variables.put(name, value, place);
    } else if (name.equals(new Text(PRIORITY))) {
      group.priority =
          PythonIntegers.of(value)
              .orElseThrow(() -> new Refused("invalid " + PRIORITY, "a whole number"));
    } else {
      group.variables.put(name, value, place);
    }
  }

  /** Puts a group, or else a host, below a group. */
  void addChild(String parent, String child) throws Refused {
    GroupNode below = groups.get(child);
    if (below == null) {
      HostNode host = hosts.get(child);
      if (host == null) {
        throw new Refused("neither a known host nor a known group", "a group that is defined");
      }
      join(group(parent), host);
      return;
    }
    GroupNode above = group(parent);
    if (above == below) {
      throw new Refused("group is its own child", "another group");
    }
    if (above.ancestors().contains(below)) {
      throw new Refused("groups contain each other in a circle", "a group that is not above");
    }
    link(above, below);
    if (withinDepth(below)) {
      return;
    }
    throw new Refused("groups nested too deep", "at most " + DEPTH + " levels");
  }

  private static boolean withinDepth(GroupNode group) {
    return group.depth <= DEPTH
        && group.withDescendants().stream().allMatch(below -> below.depth <= DEPTH);
  }

  private static void link(GroupNode above, GroupNode below) {
    if (!above.children.add(below)) {
      return;
    }
    below.depth = Math.max(above.depth + 1, below.depth);
    deepen(below);
    below.parents.add(above);
    Set<GroupNode> gained = above.ancestors();
    gained.add(above);
    below.allHosts().forEach(host -> host.groups.addAll(gained));
  }

  /** Moves what lies below a group down with it. */
  private static void deepen(GroupNode group) {
    Deque<GroupNode> open = new ArrayDeque<>();
    open.add(group);
    while (!open.isEmpty()) {
      GroupNode next = open.remove();
      for (GroupNode child : next.children) {
        if (child.depth <= next.depth) {
          child.depth = next.depth + 1;
          open.add(child);
        }
      }
    }
  }

  private static void join(GroupNode group, HostNode host) {
    if (group.hosts.add(host)) {
      host.groups.addAll(group.ancestors());
      host.groups.add(group);
    }
  }

  /** After the last source: every group hangs below all, every host in some group. */
  void reconcile() throws Refused {
    for (GroupNode group : new ArrayList<>(groups.values())) {
      if (!group.name.equals(ALL) && group.parents.isEmpty()) {
        addChild(ALL, group.name);
      }
    }
    GroupNode ungrouped = group(UNGROUPED);
    for (HostNode host : hosts.values()) {
      boolean grouped =
          host.groups.stream().anyMatch(it -> it != ungrouped && !it.name.equals(ALL));
      if (!host.groups.contains(ungrouped)) {
        if (!grouped) {
          // By name, and then a group of that name comes first.
          addChild(UNGROUPED, host.name);
        }
      } else if (grouped && ungrouped.hosts.remove(host)) {
        leave(host, ungrouped);
      }
    }
  }

  /** With a group go the groups above it that no other group of the host leads to. */
  private static void leave(HostNode host, GroupNode group) {
    if (!host.groups.remove(group)) {
      return;
    }
    for (GroupNode above : group.ancestors()) {
      boolean otherwise = host.groups.stream().anyMatch(it -> it.ancestors().contains(above));
      if (!above.name.equals(ALL) && !otherwise) {
        leave(host, above);
      }
    }
  }
}
