package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.Series.Observation;
import io.fleetcheck.playbooks.Thresholds;
import java.util.Optional;

/** Line 4: what the clock said and what the commands said cannot both be so. */
final class Contradiction {
  private Contradiction() {}

  /**
   * Only for a complete trace.
   *
   * @return what contradicts the times on the clock
   */
  static Optional<String> find(Comparison comparison, Trace trace, Thresholds thresholds) {
    if (!comparison.isSlow()) {
      return slowerThanTheClock(comparison, trace, thresholds);
    }
    return trace.sawOffload(comparison)
        ? notTheDevice(comparison, trace)
        : Optional.of("the kernel sent this disk no WRITE SAME at this size");
  }

  /** More than half of what zeroing takes longer passed without a command at the disk. */
  private static Optional<String> notTheDevice(Comparison comparison, Trace trace) {
    long outside =
        Comparison.median(comparison.operations(), times -> outsideNanos(times, trace))
            - Comparison.median(comparison.writes(), times -> outsideNanos(times, trace));
    long excess = comparison.ratio().excessNanos();
    if (outside <= excess / 2) {
      return Optional.empty();
    }
    return Optional.of(
        Figures.duration(outside)
            + " of the "
            + Figures.duration(excess)
            + " more passed while no command was with this disk");
  }

  private static long outsideNanos(Observation observation, Trace trace) {
    return observation.total() - trace.deviceNanos(observation);
  }

  /** The WRITE SAMEs alone took longer than the interval allows the whole calls. */
  private static Optional<String> slowerThanTheClock(
      Comparison comparison, Trace trace, Thresholds thresholds) {
    long command = trace.writeSameNanos(comparison);
    long write = comparison.writeNanos();
    boolean longer =
        command > comparison.ratio().high() * write
            && command - write >= thresholds.slowExcessNanos();
    return longer
        ? Optional.of("the WRITE SAMEs alone took " + Figures.duration(command))
        : Optional.empty();
  }
}
