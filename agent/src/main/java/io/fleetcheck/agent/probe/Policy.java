package io.fleetcheck.agent.probe;

import java.nio.file.Path;

/**
 * What only a test ever changes; nothing in a request reaches it.
 *
 * @param admitLoop whether loop devices count as disks: they are refused as a layer, but nothing
 *     else exercises the whole probe on a machine without SCSI
 * @param stuckMillis a single call that lasts longer is reported as stuck
 * @param settleMillis how long to wait at most for udev's rules after a block node was closed
 * @param lock where the lock of one agent a host is
 * @param root where {@code sys}, {@code proc}, {@code dev} and {@code run} are
 */
public record Policy(boolean admitLoop, long stuckMillis, long settleMillis, Path lock, Path root) {
  public static final Policy STRICT =
      new Policy(false, 30_000, 3_000, Path.of("/run/fleetcheck.lock"), Path.of("/"));
}
