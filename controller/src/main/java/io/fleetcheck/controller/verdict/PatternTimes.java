package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.FilePattern;
import io.fleetcheck.agent.wire.PairedRatio;
import io.fleetcheck.playbooks.Thresholds;

/** The file pattern at one size on one mount, with preallocation against without. */
record PatternTimes(FilePattern pattern, PairedRatio ratio, Thresholds thresholds) {

  static PatternTimes of(FilePattern pattern, Thresholds thresholds) {
    long[] preallocated = pattern.preallocated().stream().mapToLong(Long::longValue).toArray();
    long[] plain = pattern.plain().stream().mapToLong(Long::longValue).toArray();
    return new PatternTimes(pattern, PairedRatio.of(preallocated, plain), thresholds);
  }

  boolean isMeasured() {
    return pattern.error().isEmpty() && ratio.pairs() >= thresholds.minPairs();
  }

  /** Preallocating makes a small write slower, by enough that people notice. */
  boolean isFelt() {
    return isMeasured()
        && Comparison.atLeast(ratio.low(), thresholds.slowRatio())
        && ratio.excessNanos() >= thresholds.feltExcessNanos();
  }

  /** Measured and not felt, and not for mere noise. */
  boolean isFast() {
    return isMeasured()
        && (ratio.excessNanos() < thresholds.feltExcessNanos()
            || Comparison.atLeast(thresholds.okRatio(), ratio.high()));
  }
}
