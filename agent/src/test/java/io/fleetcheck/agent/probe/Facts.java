package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Topology;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Facts that a loop device cannot have: the topology is bent instead. */
final class Facts {
  private Facts() {}

  static UnaryOperator<Topology> node(LoopDisk disk, UnaryOperator<BlockNode> change) {
    return topology ->
        new Topology(
            topology.host(),
            topology.hbas(),
            topology.nodes().stream()
                .map(node -> node.name().equals(disk.name()) ? change.apply(node) : node)
                .toList(),
            topology.mounts(),
            topology.swaps(),
            topology.disks());
  }

  static BlockNode link(BlockNode node, String link) {
    return with(node, node.readOnly(), node.queue(), List.of(link));
  }

  static BlockNode with(
      BlockNode node, Reading<Boolean> readOnly, Map<String, Reading<String>> queue) {
    return with(node, readOnly, queue, node.links());
  }

  private static BlockNode with(
      BlockNode node,
      Reading<Boolean> readOnly,
      Map<String, Reading<String>> queue,
      List<String> links) {
    return new BlockNode(
        node.name(),
        node.number(),
        node.kind(),
        node.sizeBytes(),
        readOnly,
        node.startBytes(),
        node.below(),
        links,
        queue,
        node.scsi(),
        node.deviceMapper(),
        node.md(),
        node.loopFile(),
        node.driver(),
        node.identity());
  }
}
