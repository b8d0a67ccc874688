package io.fleetcheck.controller.verdict;

import static java.util.Comparator.comparingDouble;

import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Series.Operation;
import io.fleetcheck.playbooks.Thresholds;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * All that was measured on one block node.
 *
 * @param unmapCounts ext4 may zero this disk with unmap allowed, so that has to be fine too
 */
record Comparisons(List<Comparison> all, boolean unmapCounts) {

  static Comparisons of(List<Series> series, boolean unmapCounts, Thresholds thresholds) {
    return new Comparisons(
        series.stream().map(one -> Comparison.of(one, thresholds)).toList(), unmapCounts);
  }

  /** Zeroing of either kind that counts on this disk. */
  Stream<Comparison> zeroings() {
    return all.stream()
        .filter(
            comparison ->
                comparison.operation() == Operation.ZEROOUT
                    || (comparison.operation() == Operation.PUNCH && unmapCounts));
  }

  Stream<Comparison> measured() {
    return zeroings().filter(Comparison::isMeasured);
  }

  /** What must all be fine before the disk is. */
  Stream<Comparison> acquitting() {
    return zeroings().filter(Comparison::isDeciding);
  }

  /** Both deciding sizes were measured and meet the condition, of either kind that counts. */
  boolean acquit(Predicate<Comparison> condition) {
    return isMeasured(Operation.ZEROOUT) && acquitting().allMatch(condition);
  }

  /** Both deciding sizes of the operation were. */
  boolean isMeasured(Operation operation) {
    return isMeasured(operation, Comparison.SMALL) && isMeasured(operation, Comparison.LARGE);
  }

  private boolean isMeasured(Operation operation, int bytes) {
    return all.stream()
        .anyMatch(c -> c.operation() == operation && c.bytes() == bytes && c.isMeasured());
  }

  /**
   * What may convict by one operation: the deciding sizes; where neither was measured, the others.
   * Four sizes would err twice as often as two.
   */
  Stream<Comparison> convicting(Operation operation) {
    List<Comparison> measured =
        measured().filter(comparison -> comparison.operation() == operation).toList();
    boolean decides = measured.stream().anyMatch(Comparison::isDeciding);
    return measured.stream().filter(comparison -> comparison.isDeciding() || !decides);
  }

  /** The slow one that its interval is surest of. */
  Optional<Comparison> slowest(Operation operation) {
    return convicting(operation)
        .filter(Comparison::isSlow)
        .max(comparingDouble(comparison -> comparison.ratio().low()));
  }

  /** A slow size that does not convict, and that no acquittal may pass over. */
  Optional<Comparison> slowElsewhere() {
    return measured().filter(Comparison::isSlow).findFirst();
  }

  /** The largest size that BLKZEROOUT was measured at. */
  Optional<Comparison> largest() {
    return measured()
        .filter(comparison -> comparison.operation() == Operation.ZEROOUT)
        .max(comparingDouble(Comparison::bytes));
  }

  /** Of what must be fine and is not, the one that is furthest from it. */
  Optional<Comparison> undecided() {
    return acquitting()
        .filter(comparison -> !comparison.isFine() && !comparison.isNegligible())
        .max(comparingDouble(comparison -> comparison.ratio().high()));
  }
}
