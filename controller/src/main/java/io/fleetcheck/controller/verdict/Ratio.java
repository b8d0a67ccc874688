package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.PairedRatio;
import java.util.Optional;

/**
 * Zeroing over writing, both with their flush.
 *
 * @param low of the 99 % interval
 */
public record Ratio(double estimate, double low, double high, int pairs) {
  /** Empty where the pairs do not suffice for an interval. */
  static Optional<Ratio> of(PairedRatio ratio) {
    return Double.isFinite(ratio.high())
        ? Optional.of(new Ratio(ratio.estimate(), ratio.low(), ratio.high(), ratio.pairs()))
        : Optional.empty();
  }
}
