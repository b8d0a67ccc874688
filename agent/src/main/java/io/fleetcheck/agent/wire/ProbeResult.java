package io.fleetcheck.agent.wire;

import java.util.List;
import java.util.Optional;

/** What came of probing one disk. */
public sealed interface ProbeResult {

  /**
   * Something was measured.
   *
   * @param mode the highest mode that was used
   * @param zeroing of the block device; empty where only the file pattern ran
   * @param patterns of the file systems on the disk
   * @param before the settings of the disk's stack before the probe opened anything
   * @param after the same settings after it had closed everything and udev had settled
   * @param refusals why not more was measured, and where
   */
  record Measured(
      ProbeMode mode,
      Optional<Zeroing> zeroing,
      List<FilePattern> patterns,
      Settings before,
      Settings after,
      Reading<KernelEvidence> evidence,
      List<Refusal> refusals)
      implements ProbeResult {
    public Measured {
      patterns = List.copyOf(patterns);
      refusals = List.copyOf(refusals);
    }
  }

  /** Nothing was measured, for these reasons; the first is the one that counts. */
  record Refused(List<Refusal> refusals) implements ProbeResult {
    public Refused {
      refusals = List.copyOf(refusals);
      if (refusals.isEmpty()) {
        throw new IllegalArgumentException("a refusal without a reason");
      }
    }
  }

  /**
   * A call failed that should not have.
   *
   * @param operation such as {@code ioctl(BLKZEROOUT)}
   * @param where the path it was done on
   */
  record Failed(String operation, String where, String errno) implements ProbeResult {}

  /**
   * The block device's own speed.
   *
   * @param where the mount point of the scratch file, or the scratch device
   * @param node the block node that the calls were made on
   * @param leaves H:C:T:L of the disks that the ranges lie on; names outside SCSI
   * @param series one for each operation and size
   */
  record Zeroing(String where, String node, List<String> leaves, List<Series> series) {
    public Zeroing {
      leaves = List.copyOf(leaves);
      series = List.copyOf(series);
    }
  }
}
