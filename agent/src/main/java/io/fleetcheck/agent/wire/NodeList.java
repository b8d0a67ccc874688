package io.fleetcheck.agent.wire;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;

/** Nodes in their order, found by name and number too: a host may have ten thousand. Immutable. */
final class NodeList extends AbstractList<BlockNode> implements RandomAccess {
  private final List<BlockNode> nodes;
  private final Map<String, BlockNode> byName = new HashMap<>();
  private final Map<String, BlockNode> byNumber = new HashMap<>();
  private final Map<String, List<String>> above = new HashMap<>();

  NodeList(List<BlockNode> nodes) {
    this.nodes = List.copyOf(nodes);
    for (BlockNode node : nodes) {
      byName.putIfAbsent(node.name(), node);
      byNumber.putIfAbsent(node.number(), node);
      for (String below : node.below()) {
        above.computeIfAbsent(below, any -> new ArrayList<>(1)).add(node.name());
      }
    }
  }

  Optional<BlockNode> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  Optional<BlockNode> numbered(String majorMinor) {
    return Optional.ofNullable(byNumber.get(majorMinor));
  }

  /** Names of those that are made of a node. */
  List<String> above(String name) {
    return above.getOrDefault(name, List.of());
  }

  @Override
  public BlockNode get(int index) {
    return nodes.get(index);
  }

  @Override
  public int size() {
    return nodes.size();
  }
}
