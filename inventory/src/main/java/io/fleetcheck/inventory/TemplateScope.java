package io.fleetcheck.inventory;

import io.fleetcheck.inventory.InventoryData.GroupNode;
import io.fleetcheck.inventory.InventoryData.HostNode;
import io.fleetcheck.inventory.Variables.Variable;
import io.fleetcheck.inventory.python.CodePoints;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a template of one host can refer to: its variables, and what Ansible adds to them. */
final class TemplateScope {
  private final String host;
  private final Variables variables;
  private final Inventory inventory;
  private final InventoryContext context;

  TemplateScope(String host, Variables variables, Inventory inventory, InventoryContext context) {
    this.host = host;
    this.variables = variables;
    this.inventory = inventory;
    this.context = context;
  }

  Optional<Value> lookUp(String name) {
    return switch (name) {
      case "inventory_hostname" -> Optional.of(new Text(host));
      case "inventory_hostname_short" -> Optional.of(new Text(shortName()));
      case "group_names" -> Optional.of(texts(groupNames()));
      case "groups" -> Optional.of(groups());
      case "inventory_file" -> sourceFile().map(file -> new Text(file.toString()));
      case "inventory_dir" -> sourceFile().map(file -> new Text(String.valueOf(file.getParent())));
      case "playbook_dir" -> Optional.of(new Text(context.directory().toString()));
      case "omit" -> Optional.of(new Value.None());
      default -> variables.get(name).map(Variable::value);
    };
  }

  /** Another host's variables; empty where there is no such host or its files cannot be read. */
  Optional<TemplateScope> ofHost(String other) {
    try {
      return inventory.data().hosts().containsKey(other)
          ? Optional.of(new TemplateScope(other, inventory.variables(other), inventory, context))
          : Optional.empty();
    } catch (InvalidSource invalid) {
      return Optional.empty();
    }
  }

  Optional<String> environment(String name) {
    return Optional.ofNullable(context.environment().get(name));
  }

  Vault vault() {
    return context.vault();
  }

  /** Of the source that named the host first; empty for lists of hosts, and for localhost. */
  private Optional<Path> sourceFile() {
    return Optional.ofNullable(inventory.data().hosts().get(host))
        .flatMap(node -> context.resolve(node.source))
        .filter(Files::exists);
  }

  private String shortName() {
    int dot = host.indexOf('.');
    return dot < 0 || HostAddress.isIpAddress(host) ? host : host.substring(0, dot);
  }

  private List<String> groupNames() {
    HostNode node = inventory.data().hosts().get(host);
    Collection<GroupNode> groups = node == null ? List.of() : node.groups;
    return groups.stream()
        .map(group -> group.name)
        .filter(name -> !name.equals(InventoryData.ALL))
        .sorted(CodePoints.ORDER)
        .toList();
  }

  private Mapping groups() {
    Map<Value, Value> groups = new LinkedHashMap<>();
    for (GroupNode group : inventory.data().groups().values()) {
      groups.put(
          new Text(group.name),
          texts(group.allHosts().stream().map(member -> member.name).toList()));
    }
    return new Mapping(groups);
  }

  private static Sequence texts(List<String> texts) {
    return new Sequence(texts.stream().<Value>map(Text::new).toList());
  }
}
