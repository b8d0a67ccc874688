package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Topology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What only a test ever changes; nothing in a request reaches it.
 *
 * @param loops names of loop devices that count as disks: all others are refused as a layer, but
 *     nothing else exercises the whole probe on a machine without SCSI
 * @param stuckMillis a single call that lasts longer is reported as stuck
 * @param settleMillis how long to wait at most for udev's rules after a block node was closed
 * @param lock where the lock of one agent a host is
 */
public record Policy(Set<String> loops, long stuckMillis, long settleMillis, Path lock) {
  public static final Policy STRICT =
      new Policy(Set.of(), 30_000, 3_000, Path.of("/run/fleetcheck.lock"));

  public Policy {
    loops = Set.copyOf(loops);
  }

  /** The disks to be probed. */
  public List<Topology.Disk> disks(Topology topology) {
    List<Topology.Disk> disks = new ArrayList<>(topology.disks());
    for (String loop : loops) {
      DiskId id = new DiskId(DiskId.Kind.VOLATILE, loop);
      disks.add(new Topology.Disk(id, loop, List.of(loop)));
    }
    return disks;
  }
}
