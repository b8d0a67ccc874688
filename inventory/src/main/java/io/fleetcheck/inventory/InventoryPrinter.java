package io.fleetcheck.inventory;

import io.fleetcheck.inventory.InventoryData.GroupNode;
import io.fleetcheck.inventory.InventoryData.HostNode;
import io.fleetcheck.inventory.python.PythonJson;
import io.fleetcheck.inventory.python.PythonRepr;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.Text;
import io.fleetcheck.inventory.python.Value.Vaulted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What {@code ansible-inventory} of Ansible 2.14 prints, byte for byte. */
public final class InventoryPrinter {
  private static final int LINES = 1_000_000;

  /** Ansible sets these itself and does not show them. */
  private static final Set<String> INTERNAL =
      Set.of(
          "ansible_config_file",
          "ansible_diff_mode",
          "ansible_facts",
          "ansible_forks",
          "ansible_inventory_sources",
          "ansible_limit",
          "ansible_playbook_python",
          "ansible_run_tags",
          "ansible_skip_tags",
          "ansible_verbosity",
          "ansible_version",
          "group_names",
          "groups",
          "inventory_dir",
          "inventory_file",
          "inventory_hostname",
          "inventory_hostname_short",
          "omit",
          "playbook_dir");

  private final Inventory inventory;
  private final Vault vault;
  private final boolean export;

  /**
   * @param vault graphs with variables show vaulted ones in clear
   * @param export whether variables stand with the groups that have them, not with every host
   */
  public InventoryPrinter(Inventory inventory, Vault vault, boolean export) {
    this.inventory = inventory;
    this.vault = vault;
    this.export = export;
  }

  /**
   * @param exit Ansible's exit code: 0, or 1 a vaulted value, 4 a variable file, 5 a wrong name,
   *     250 a value without a printed form
   * @param problems warnings where the exit code is 0
   */
  public record Printed(int exit, String text, List<Problem> problems) {
    public Printed {
      problems = List.copyOf(problems);
    }

    static Printed failed(int exit, Problem problem) {
      return new Printed(exit, "", List.of(problem));
    }
  }

  /** {@code --list}. */
  public Printed list() {
    return print(() -> json(listing()));
  }

  /** {@code --host}: the pattern must select one host. */
  public Printed host(String pattern) {
    Selection selection = inventory.hosts(pattern, Optional.empty());
    if (selection.hosts().size() != 1) {
      return Printed.failed(
          5, Problem.fatal(Place.of("--host"), "not one host", Excerpt.of(pattern), "one host"));
    }
    return print(() -> json(hostVariables(selection.hosts().get(0))));
  }

  /** {@code --graph}, from a group on down. */
  public Printed graph(String group, boolean variables) {
    GroupNode start = inventory.data().groups().get(group);
    if (start == null) {
      return Printed.failed(
          5, Problem.fatal(Place.of("--graph"), "no such group", Excerpt.of(group), "a group"));
    }
    return print(
        () -> {
          List<String> lines = new ArrayList<>();
          graph(start, 0, variables, lines);
          return new Printed(
              0, SurrogateEscape.printable(String.join("\n", lines)) + "\n", List.of());
        });
  }

  /** Something printed, or why not. */
  private interface Printing {
    Printed print() throws InvalidSource, PythonJson.NotSerializable, Vault.Locked;
  }

  private static Printed print(Printing printing) {
    try {
      return printing.print();
    } catch (InvalidSource invalid) {
      return Printed.failed(4, invalid.problem());
    } catch (Vault.Locked locked) {
      return failed(1, locked, "the right vault password");
    } catch (PythonJson.NotSerializable unprintable) {
      return failed(250, unprintable, "a printable value");
    }
  }

  private static Printed failed(int exit, Exception why, String expected) {
    return Printed.failed(
        exit, Problem.fatal(Place.of("inventory"), String.valueOf(why.getMessage()), "", expected));
  }

  private static Printed json(Mapping mapping) throws PythonJson.NotSerializable {
    PythonJson.Dump dump = PythonJson.dump(mapping);
    List<Problem> warnings =
        dump.sorted()
            ? List.of()
            : List.of(
                Problem.warning(Place.of("inventory"), "not sorted", "", "keys of the same type"));
    return new Printed(0, SurrogateEscape.printable(dump.text()) + "\n", warnings);
  }

  private Mapping listing() throws InvalidSource {
    Map<Value, Value> top = new LinkedHashMap<>();
    list(inventory.data().group(InventoryData.ALL), top, new HashSet<>());
    Map<Value, Value> hosts = new LinkedHashMap<>();
    // As a pattern: a host that is named all stands for all others.
    for (String host : inventory.hosts(InventoryData.ALL, Optional.empty()).hosts()) {
      Mapping variables = hostVariables(host);
      if (!variables.entries().isEmpty()) {
        hosts.put(new Text(host), variables);
      }
    }
    top.put(new Text("_meta"), new Mapping(Map.of(new Text("hostvars"), new Mapping(hosts))));
    return new Mapping(top);
  }

  private void list(GroupNode group, Map<Value, Value> top, Set<GroupNode> seen)
      throws InvalidSource {
    Map<Value, Value> entry = new LinkedHashMap<>();
    if (!group.name.equals(InventoryData.ALL) && !group.hosts.isEmpty()) {
      entry.put(new Text("hosts"), names(group.hosts.stream().map(host -> host.name)));
    }
    if (!group.children.isEmpty()) {
      entry.put(new Text("children"), names(group.children.stream().map(child -> child.name)));
    }
    // Ansible puts a group before its children, and takes it out again where it is empty.
    top.put(new Text(group.name), Mapping.EMPTY);
    for (GroupNode child : group.children) {
      if (!seen.contains(child)) {
        list(child, top, seen);
        seen.add(child);
      }
    }
    if (export) {
      Mapping variables = groupVariables(group);
      if (!variables.entries().isEmpty()) {
        entry.put(new Text("vars"), variables);
      }
    }
    if (entry.isEmpty()) {
      top.remove(new Text(group.name));
    } else {
      top.put(new Text(group.name), new Mapping(entry));
    }
  }

  private static Sequence names(Stream<String> names) {
    return new Sequence(names.map(Text::new).collect(Collectors.toList()));
  }

  private void graph(GroupNode group, int depth, boolean variables, List<String> lines)
      throws InvalidSource, Vault.Locked, PythonJson.NotSerializable {
    // A group stands as often as paths lead to it, which can be beyond counting.
    if (lines.size() > LINES) {
      throw new PythonJson.NotSerializable("graph of more than " + LINES + " lines");
    }
    lines.add(node("@" + group.name + ":", depth));
    for (GroupNode child : group.children) {
      graph(child, depth + 1, variables, lines);
    }
    if (!group.name.equals(InventoryData.ALL)) {
      for (HostNode host : group.hosts) {
        lines.add(node(host.name, depth + 1));
        if (variables) {
          graphVariables(hostVariables(host.name), depth + 2, lines);
        }
      }
    }
    if (variables) {
      graphVariables(groupVariables(group), depth + 1, lines);
    }
  }

  private void graphVariables(Mapping variables, int depth, List<String> lines)
      throws Vault.Locked, PythonJson.NotSerializable {
    for (Map.Entry<Value, Value> entry : PythonJson.sorted(variables)) {
      Value value = entry.getValue();
      String text =
          value instanceof Vaulted vaulted
              ? vault.decrypt(vaulted.armour())
              : PythonRepr.str(value);
      lines.add(node("{" + PythonRepr.str(entry.getKey()) + " = " + text + "}", depth));
    }
  }

  private static String node(String text, int depth) {
    return depth == 0 ? text : "  |".repeat(depth) + "--" + text;
  }

  private Mapping hostVariables(String host) throws InvalidSource {
    HostNode node = inventory.data().hosts().get(host);
    return visible(
        export && node != null ? inventory.ownVariables(node) : inventory.variables(host));
  }

  private Mapping groupVariables(GroupNode group) throws InvalidSource {
    Variables variables = inventory.ownVariables(group);
    if (!group.priority.equals(java.math.BigInteger.ONE)) {
      variables.put(
          new Text("ansible_group_priority"), new Value.Int(group.priority), Place.of("inventory"));
    }
    return visible(variables);
  }

  private static Mapping visible(Variables variables) {
    INTERNAL.forEach(variables::remove);
    return variables.toMapping();
  }
}
