package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The file systems on a disk that a probe may consider, the most promising first. */
final class Candidates {
  private final Topology topology;

  Candidates(Topology topology) {
    this.topology = topology;
  }

  /** Each file system once, by the first of its mount points that is a directory. */
  List<Mount> of(Topology.Disk disk) {
    List<BlockNode> stack = topology.stack(disk);
    List<Mount> chosen = new ArrayList<>();
    for (Mount mount : topology.mounts()) {
      boolean known = false;
      for (Mount earlier : chosen) {
        known |= earlier.number().equals(mount.number());
      }
      if (!known && liesOn(mount, stack) && Files.isDirectory(Path.of(mount.path()))) {
        chosen.add(mount);
      }
    }
    chosen.sort(Comparator.comparingInt(this::rank));
    return chosen;
  }

  /** A btrfs has a number of its own; its source tells the device. */
  private static boolean liesOn(Mount mount, List<BlockNode> stack) {
    for (BlockNode node : stack) {
      if (node.number().equals(mount.number())
          || NodeOpener.path(node).equals(mount.source())
          || node.links().contains(mount.source())) {
        return true;
      }
    }
    return false;
  }

  Optional<BlockNode> node(Mount mount) {
    return topology.nodeByNumber(mount.number());
  }

  /** Writable ext4 and XFS first, and of these the ones on the fewest disks. */
  private int rank(Mount mount) {
    int leaves = node(mount).map(node -> topology.leaves(node).size()).orElse(99);
    boolean supported = mount.type().equals("ext4") || mount.type().equals("xfs");
    return leaves + (supported ? 0 : 100) + (mount.readOnly() ? 1000 : 0);
  }
}
