package io.fleetcheck.agent.wire;

import java.util.List;
import java.util.Optional;

/**
 * Paired observations of one operation against a plain write of the same size, in ABBA order.
 *
 * @param bytes of each call: 512, 4096, 32768 or 1048576
 * @param error the errno's name where a call failed and the series ended there
 */
public record Series(Operation operation, int bytes, List<Pair> pairs, Optional<String> error) {

  /** What is compared with write and fdatasync. */
  public enum Operation {
    /** ioctl BLKZEROOUT, then fdatasync: Z. */
    ZEROOUT,
    /** fallocate(PUNCH_HOLE | KEEP_SIZE) on the block node, then fdatasync: P. */
    PUNCH,
    /** The write itself: A/A, how noisy the disk is. */
    WRITE
  }

  /**
   * One call and the flush after it, in nanoseconds.
   *
   * @param start on CLOCK_MONOTONIC
   */
  public record Observation(long start, long call, long flush) {
    public long total() {
      return call + flush;
    }
  }

  /** The operation and the plain write that it is paired with. */
  public record Pair(Observation operation, Observation write) {}

  public Series {
    pairs = List.copyOf(pairs);
  }
}
