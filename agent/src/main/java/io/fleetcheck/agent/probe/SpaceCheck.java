package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.RefusalReason;

/** How much of a file system must stay free, whatever is written there. */
final class SpaceCheck {
  private static final long MIN_FREE = 64L << 20;

  private SpaceCheck() {}

  /** Five per cent, and 64 MiB at least. */
  static long reserve(Descriptor.Space space) {
    return Math.max(space.total() / 20, MIN_FREE);
  }

  /**
   * Before the file pattern: a nameless file can be made there, and enough is free.
   *
   * @param block whether the mount's number is a block device's; a btrfs has numbers of its own
   */
  static void run(Kernel kernel, Mount mount, boolean block, Activity activity)
      throws RefusedException {
    activity.begin("open(O_TMPFILE) on " + mount.path());
    try (Descriptor file = kernel.createNameless(mount.path())) {
      String device = file.status().device();
      if (block && !device.equals(mount.number())) {
        throw new RefusedException(
            ProbeMode.FILE,
            RefusalReason.NODE_MISMATCH,
            mount.path(),
            "a file here lies on " + device + ", the mount on " + mount.number());
      }
      Descriptor.Space space = file.space();
      if (space.available() < reserve(space)) {
        throw new RefusedException(
            ProbeMode.FILE,
            RefusalReason.LITTLE_SPACE,
            mount.path(),
            space.available() + " bytes free, " + reserve(space) + " to be left");
      }
    } catch (SystemCallException e) {
      throw new RefusedException(ProbeMode.FILE, RefusalReason.NO_TMPFILE, mount.path(), e.text());
    }
  }
}
