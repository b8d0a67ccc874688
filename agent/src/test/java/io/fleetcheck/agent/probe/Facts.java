package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** As a SCSI disk that unmaps where it may. */
  static BlockNode unmapping(BlockNode node) {
    Reading<String> none = Reading.absent("none");
    ScsiDisk scsi =
        new ScsiDisk(
            "99:0:0:0",
            99,
            Reading.known(0),
            none,
            none,
            none,
            none,
            none,
            Map.of(),
            Map.of(),
            Map.of("zeroing_mode", Reading.known("writesame_16_unmap")));
    return with(node, node.readOnly(), node.queue(), node.links(), Optional.of(scsi));
  }

  private static BlockNode with(
      BlockNode node,
      Reading<Boolean> readOnly,
      Map<String, Reading<String>> queue,
      List<String> links) {
    return with(node, readOnly, queue, links, node.scsi());
  }

  private static BlockNode with(
      BlockNode node,
      Reading<Boolean> readOnly,
      Map<String, Reading<String>> queue,
      List<String> links,
      Optional<ScsiDisk> scsi) {
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
        scsi,
        node.deviceMapper(),
        node.md(),
        node.loopFile(),
        node.driver(),
        node.identity());
  }
}
