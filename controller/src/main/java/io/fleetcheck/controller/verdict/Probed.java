package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.ProbeResult.Measured;
import io.fleetcheck.agent.wire.Series.Operation;
import io.fleetcheck.playbooks.Thresholds;
import java.util.List;
import java.util.Optional;

/** What was measured on one disk, ready for the rules. */
record Probed(
    DiskFacts facts,
    Measured measured,
    Comparisons comparisons,
    Trace trace,
    LimitChange limits,
    MountRules mounts,
    Thresholds thresholds) {

  static Probed of(DiskFacts facts, Measured measured, Thresholds thresholds) {
    return new Probed(
        facts,
        measured,
        Comparisons.of(
            measured.zeroing().map(zeroing -> zeroing.series()).orElse(List.of()),
            facts.mayZeroByUnmap(),
            thresholds),
        Trace.of(measured.evidence(), facts.addresses()),
        LimitChange.of(facts, measured),
        MountRules.of(facts, measured.patterns(), thresholds),
        thresholds);
  }

  boolean hasSamples() {
    return measured.zeroing().isPresent() || !mounts.patterns().isEmpty();
  }

  Decision decide() {
    return zeroingRules()
        .map(ZeroingRules::decide)
        .orElseGet(() -> new FileRules(facts, trace, limits, mounts, measured.refusals()).decide());
  }

  /** Zeroing is slow although the limit was 0 all the time. */
  Optional<Comparison> slowWithoutOffload() {
    return isSpoilt() ? Optional.empty() : comparisons.slowest(Operation.ZEROOUT);
  }

  /** For disks outside SCSI, where neither limits nor commands are there to go by. */
  Optional<Decision> measuredSlow() {
    List<String> also = List.of(Code.NOT_SCSI.text());
    Optional<Comparison> slow =
        isSpoilt() ? Optional.empty() : comparisons.slowest(Operation.ZEROOUT);
    return slow.map(
        comparison ->
            Decision.of(
                    Level.AT_RISK,
                    Code.SLOW_WRITE_SAME,
                    Sentences.comparison(comparison)
                        + "; not a SCSI disk, so max_write_same_blocks is no remedy")
                .about(slow)
                .also(also));
  }

  private boolean isSpoilt() {
    return zeroingRules().flatMap(ZeroingRules::spoilt).isPresent();
  }

  private Optional<ZeroingRules> zeroingRules() {
    return measured
        .zeroing()
        .map(
            zeroing ->
                new ZeroingRules(facts, zeroing, comparisons, trace, limits, mounts, thresholds));
  }
}
