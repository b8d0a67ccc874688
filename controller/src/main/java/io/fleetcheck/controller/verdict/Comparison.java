package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.PairedRatio;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Series.Observation;
import io.fleetcheck.agent.wire.Series.Operation;
import io.fleetcheck.playbooks.Thresholds;
import java.util.List;
import java.util.function.ToLongFunction;

/** One operation against the plain write at one size, and what the thresholds make of it. */
record Comparison(Series series, PairedRatio ratio, Thresholds thresholds) {
  static final int SMALL = 4096;
  static final int LARGE = 1 << 20;

  static Comparison of(Series series, Thresholds thresholds) {
    return new Comparison(series, PairedRatio.of(series.pairs()), thresholds);
  }

  Operation operation() {
    return series.operation();
  }

  int bytes() {
    return series.bytes();
  }

  /** The sizes that a verdict turns on. */
  boolean isDeciding() {
    return bytes() == SMALL || bytes() == LARGE;
  }

  boolean isMeasured() {
    return series.error().isEmpty() && ratio.pairs() >= thresholds.minPairs();
  }

  /**
   * Line 1: a call failed that must not. Where unmap is not supported PUNCH_HOLE fails, which is
   * "not measured", for line 6; and a size that acquits nobody may be refused by the device.
   */
  boolean isSpoilt() {
    return operation() != Operation.PUNCH
        && series
            .error()
            .filter(errno -> isDeciding() || errno.equals("EIO") || errno.equals("EBUSY"))
            .isPresent();
  }

  /** Lines 5 and 7 of the decision table. */
  boolean isSlow() {
    return isMeasured()
        && atLeast(ratio.low(), thresholds.slowRatio())
        && ratio.excessNanos() >= thresholds.slowExcessNanos();
  }

  /** Line 8: slower for certain, by less than matters. */
  boolean isNegligible() {
    return isMeasured()
        && atLeast(ratio.low(), thresholds.slowRatio())
        && ratio.excessNanos() < thresholds.slowExcessNanos();
  }

  /** Lines 9 and 10. */
  boolean isFine() {
    return isMeasured() && atLeast(thresholds.okRatio(), ratio.high());
  }

  /** Line 9. */
  boolean isFast() {
    return isMeasured() && !atLeast(ratio.high(), thresholds.fastRatio());
  }

  /** A ratio that is exactly a threshold has gone through log and exp, and may miss it by a bit. */
  static boolean atLeast(double value, double threshold) {
    return value >= threshold * (1 - 1e-12);
  }

  /** Line 1, of writing against writing. */
  boolean isUnquiet() {
    return !atLeast(thresholds.quietHigh(), ratio.low())
        || !atLeast(ratio.high(), thresholds.quietLow());
  }

  List<Observation> operations() {
    return series.pairs().stream().map(Series.Pair::operation).toList();
  }

  List<Observation> writes() {
    return series.pairs().stream().map(Series.Pair::write).toList();
  }

  long operationNanos() {
    return median(operations(), Observation::total);
  }

  long writeNanos() {
    return median(writes(), Observation::total);
  }

  /** 0 of nothing. */
  static long median(List<Observation> observations, ToLongFunction<Observation> nanos) {
    long[] sorted = observations.stream().mapToLong(nanos).sorted().toArray();
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return 0;
    }
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
