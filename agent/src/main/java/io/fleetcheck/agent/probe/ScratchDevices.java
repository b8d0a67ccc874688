package io.fleetcheck.agent.probe;

import static io.fleetcheck.agent.probe.RefusedException.scratch;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.ScratchDevice;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Topology;
import java.util.List;
import java.util.Optional;

/** Which disks the user named as scratch, and whether the topology agrees that they are free. */
final class ScratchDevices {
  private static final String BY_ID = "/dev/disk/by-id/";

  private final Topology topology;
  private final Layers layers;
  private final Request request;

  ScratchDevices(Topology topology, Layers layers, Request request) {
    this.topology = topology;
    this.layers = layers;
    this.request = request;
  }

  /** The node to open, where the disk, or what lies on it whole, was named; in this mode only. */
  Optional<BlockNode> node(Topology.Disk disk) {
    if (request.mode() != ProbeMode.SCRATCH) {
      return Optional.empty();
    }
    for (ScratchDevice named : request.scratch()) {
      Optional<BlockNode> node = node(named, disk);
      if (node.isPresent()) {
        return node;
      }
    }
    return Optional.empty();
  }

  private Optional<BlockNode> node(ScratchDevice named, Topology.Disk disk) {
    if (named.device().equals(disk.id().text())) {
      return topology.node(disk.paths().get(0)).map(path -> top(disk, path));
    }
    for (BlockNode node : topology.stack(disk)) {
      boolean wwid =
          node.scsi().filter(scsi -> scsi.wwid().equals(Reading.known(named.device()))).isPresent();
      if (wwid) {
        return Optional.of(top(disk, node));
      }
      if (named.device().startsWith(BY_ID) && node.links().contains(named.device())) {
        return Optional.of(disk.paths().contains(node.name()) ? top(disk, node) : node);
      }
    }
    return Optional.empty();
  }

  /** Of a LUN with several paths the map, as its paths are held by it. */
  private BlockNode top(Topology.Disk disk, BlockNode path) {
    if (disk.paths().size() > 1) {
      for (BlockNode node : topology.stack(disk)) {
        if (node.below().containsAll(disk.paths())) {
          return node;
        }
      }
    }
    return path;
  }

  /** Everything that can be told before it is opened. */
  void check(BlockNode node, Topology.Disk disk) throws RefusedException {
    checkIdentity(node, disk);
    layers.check(node);
    for (BlockNode other : topology.nodes()) {
      if (other.below().contains(node.name())) {
        throw scratch(RefusalReason.SCRATCH_HOLDERS, node.name(), other.name() + " lies on it");
      }
    }
    for (Mount mount : topology.mounts()) {
      if (mount.number().equals(node.number())) {
        throw scratch(RefusalReason.SCRATCH_IN_USE, node.name(), "mounted on " + mount.path());
      }
    }
    if (topology.swaps().contains(node.name())) {
      throw scratch(RefusalReason.SCRATCH_IN_USE, node.name(), "in use as swap");
    }
  }

  private void checkIdentity(BlockNode node, Topology.Disk disk) throws RefusedException {
    Optional<BlockNode> path = disk.paths().stream().findFirst().flatMap(topology::node);
    Optional<String> serial =
        path.flatMap(BlockNode::scsi).map(ScsiDisk::serial).flatMap(Reading::toOptional);
    for (ScratchDevice named : request.scratch()) {
      boolean ours = node(named, disk).isPresent();
      boolean byId = named.device().startsWith(BY_ID) && named.serial().isEmpty();
      if (ours && !byId && !serial.equals(Optional.of(named.serial()))) {
        throw scratch(
            RefusalReason.SCRATCH_IDENTITY,
            node.name(),
            "serial number " + serial.orElse("unknown") + ", named was " + named.serial());
      }
    }
  }

  /** Devices that were named and are on no disk here. */
  List<ScratchDevice> missing() {
    return request.scratch().stream()
        .filter(named -> topology.disks().stream().allMatch(disk -> node(named, disk).isEmpty()))
        .toList();
  }
}
