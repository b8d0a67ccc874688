package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Topology;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Of ranges on a node, those that tell about one disk: they lie on that disk alone; or, where no
 * range does and the kernel's own evidence can tell disks apart, on that disk among others.
 */
final class LeafFilter {
  private final Layers layers;
  private final BlockNode node;
  private final Topology.Disk disk;
  private final boolean evidence;
  private final Set<String> seen = new LinkedHashSet<>();

  LeafFilter(Layers layers, BlockNode node, Topology.Disk disk, boolean evidence) {
    this.layers = layers;
    this.node = node;
    this.disk = disk;
    this.evidence = evidence;
  }

  /**
   * @throws RefusedException where all ranges that touch the disk touch others too, and nothing
   *     could tell them apart
   */
  List<Range> choose(List<Range> ranges, ProbeMode mode) throws RefusedException {
    List<Range> alone = new ArrayList<>();
    List<Range> shared = new ArrayList<>();
    Set<String> aloneLeaves = new LinkedHashSet<>();
    Set<String> sharedLeaves = new LinkedHashSet<>();
    for (Range range : ranges) {
      Set<String> leaves = layers.leaves(node, range.offset(), range.span());
      if (disk.paths().containsAll(leaves)) {
        alone.add(range);
        aloneLeaves.addAll(leaves);
      } else if (leaves.stream().anyMatch(disk.paths()::contains)) {
        shared.add(range);
        sharedLeaves.addAll(leaves);
      }
    }
    if (!alone.isEmpty()) {
      seen.addAll(aloneLeaves);
      return alone;
    }
    if (!shared.isEmpty() && !evidence) {
      throw new RefusedException(
          mode,
          RefusalReason.MULTIPLE_LEAVES,
          node.name(),
          "lies on " + sharedLeaves + " and there is no kernel evidence");
    }
    seen.addAll(sharedLeaves);
    return shared;
  }

  /** The leaves of all ranges chosen so far. */
  Set<String> leaves() {
    return seen;
  }
}
