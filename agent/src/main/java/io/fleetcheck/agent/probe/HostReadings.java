package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;

/** What the probe reads anew of the host, while it is at work. */
public interface HostReadings {
  /** Every kernel setting of the disk's stack, as it is now. */
  Settings settings(Topology.Disk disk);

  /** How busy a disk is now. */
  Reading<Load> load(String node);

  /**
   * From {@code /sys/block/DISK/inflight} and {@code stat}.
   *
   * @param inFlight requests at this moment
   * @param busyMillis time with any request, since boot
   */
  record Load(long inFlight, long busyMillis) {}
}
