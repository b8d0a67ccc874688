package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.PairedRatio;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One operation at one size, while it is being measured. */
final class SeriesBuilder {
  private static final int MAX_BUSY_RANGES = 4;

  private final Series.Operation operation;
  private final int bytes;
  private final int maxPairs;
  private final List<Series.Pair> pairs = new ArrayList<>();
  private Optional<String> error = Optional.empty();
  private boolean decided;
  private int busyRanges;

  SeriesBuilder(Series.Operation operation, int bytes, int maxPairs) {
    this.operation = operation;
    this.bytes = bytes;
    this.maxPairs = maxPairs;
  }

  Series.Operation operation() {
    return operation;
  }

  int bytes() {
    return bytes;
  }

  boolean isDone() {
    return decided || error.isPresent() || pairs.size() >= maxPairs;
  }

  void add(Series.Pair pair) {
    pairs.add(pair);
  }

  /**
   * A call failed: the series ends, but for a range that is busy. BLKZEROOUT gives EBUSY where the
   * node's page cache cannot be dropped just then (block/fops.c), as when udev reads what was
   * closed a moment ago; the next range need not be.
   */
  void fail(String errno) {
    if (!errno.equals("EBUSY") || busyRanges++ >= MAX_BUSY_RANGES) {
      error = Optional.of(errno);
    }
  }

  /** Nothing failed, but there is nothing left to spend. */
  void end() {
    decided = true;
  }

  /** Whether the interval already says what more pairs could only repeat. */
  void look(Request.Budget budget) {
    // How noisy the disk is has nothing to be decided: it goes along with the others.
    if (operation != Series.Operation.WRITE) {
      PairedRatio ratio = PairedRatio.of(pairs);
      decided |= ratio.low() >= budget.slowRatio();
      decided |= ratio.high() <= budget.okRatio();
    }
  }

  Series build() {
    return new Series(operation, bytes, pairs, error);
  }
}
