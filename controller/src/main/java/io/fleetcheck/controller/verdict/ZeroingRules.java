package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.ProbeResult.Zeroing;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Series.Operation;
import io.fleetcheck.playbooks.Thresholds;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The decision table for a disk whose zeroing was measured: the first line that matches decides.
 * docs/judging.md has the lines, their reasons, and how likely each errs.
 */
record ZeroingRules(
    DiskFacts facts,
    Zeroing zeroing,
    Comparisons comparisons,
    Trace trace,
    LimitChange limits,
    MountRules mounts,
    Thresholds thresholds) {

  Decision decide() {
    List<Supplier<Optional<Decision>>> lines =
        List.of(
            this::spoilt,
            this::notThisDisk,
            this::rejected,
            this::contradictory,
            this::slow,
            this::unmapPathMissing,
            this::slowByUnmap,
            this::slowFilesOnly,
            this::slowElsewhere,
            this::offloadNotShown,
            this::negligible,
            this::fast,
            this::fine);
    return lines.stream()
        .flatMap(line -> line.get().stream())
        .findFirst()
        .orElseGet(this::undecided);
  }

  /** Line 1, without which no other may be believed. */
  Optional<Decision> spoilt() {
    for (Comparison comparison : comparisons.all()) {
      Series series = comparison.series();
      if (comparison.isSpoilt()) {
        String call = Sentences.verb(series.operation()) + " " + Figures.bytes(series.bytes());
        return inconclusive("error", call + " failed with " + series.error().orElse("?"));
      }
      if (series.operation() == Operation.WRITE && comparison.isUnquiet()) {
        return inconclusive(
            "noise",
            "writing "
                + Figures.bytes(series.bytes())
                + " against writing the same came out as "
                + Sentences.ratio(comparison.ratio())
                + ", so the disk is not quiet enough to measure");
      }
    }
    if (comparisons.measured().findAny().isEmpty()) {
      long most = comparisons.zeroings().mapToLong(c -> c.ratio().pairs()).max().orElse(0);
      return inconclusive(
          "too few pairs",
          "no size got the "
              + thresholds.minPairs()
              + " pairs that a verdict takes, at best "
              + most);
    }
    return Optional.empty();
  }

  /** Line 2. A limit that fell to 0 just now is line 3's. */
  private Optional<Decision> notThisDisk() {
    Optional<String> closed =
        layers().stream()
            .map(BlockNode::name)
            .filter(name -> limits.wasClosed(name) || (!limits.fell() && limits.isClosed(name)))
            .findFirst();
    if (closed.isPresent()) {
      return unknown(
          Code.NO_OFFLOAD_SEEN.text(),
          "the limit of "
              + closed.get()
              + " on the way to the disk is 0, so what was measured was plain writing");
    }
    if (trace.complete() && comparisons.measured().noneMatch(trace::sawOffload)) {
      return unknown(
          Code.NO_OFFLOAD_SEEN.text(),
          "the kernel was traced and sent "
              + String.join(", ", facts.addresses())
              + " no WRITE SAME during any zeroing call on "
              + zeroing.node());
    }
    boolean spansOthers = zeroing.leaves().stream().anyMatch(leaf -> !facts.isPath(leaf));
    return spansOthers && !trace.complete()
        ? unknown(
            RefusalReason.MULTIPLE_LEAVES.code(),
            "the range lies on "
                + String.join(", ", zeroing.leaves())
                + ", and without a complete trace nothing tells them apart")
        : Optional.empty();
  }

  /** Line 3. */
  private Optional<Decision> rejected() {
    return limits.rejection(comparisons.largest());
  }

  /** Line 4. */
  private Optional<Decision> contradictory() {
    if (!trace.complete()) {
      return Optional.empty();
    }
    List<Comparison> convicting =
        Stream.of(Operation.ZEROOUT, Operation.PUNCH).flatMap(comparisons::convicting).toList();
    for (Comparison comparison : convicting) {
      Optional<String> contradiction = Contradiction.find(comparison, trace, thresholds);
      if (contradiction.isPresent()) {
        String sentence = Sentences.comparison(comparison) + "; yet " + contradiction.get();
        return inconclusive("evidence_disagrees", sentence)
            .map(decision -> decision.about(Optional.of(comparison)));
      }
    }
    return Optional.empty();
  }

  /** Line 5. */
  private Optional<Decision> slow() {
    return comparisons.slowest(Operation.ZEROOUT).map(this::slow);
  }

  /** Line 6. */
  private Optional<Decision> unmapPathMissing() {
    boolean known =
        !comparisons.unmapCounts()
            || comparisons.isMeasured(Operation.PUNCH)
            || comparisons.slowest(Operation.PUNCH).isPresent()
            || mounts.isExercisedAndFast();
    return known
        ? Optional.empty()
        : unknown(
            Code.UNMAP_PATH_NOT_MEASURED.text(),
            "BLKZEROOUT is not slow, but ext4 zeroes this disk with unmap allowed, which the device"
                + " may do at another speed and which was not measured");
  }

  /** Line 7. */
  private Optional<Decision> slowByUnmap() {
    return comparisons
        .slowest(Operation.PUNCH)
        .map(this::slow)
        .map(decision -> decision.also(List.of(Code.UNMAP_PATH.text())));
  }

  private Decision slow(Comparison comparison) {
    String kernel =
        trace.sawOffload(comparison)
            ? "; the kernel's own WRITE SAME took "
                + Figures.duration(trace.writeSameNanos(comparison))
            : "";
    return Decision.of(
            mounts.felt().isPresent() ? Level.BROKEN : Level.AT_RISK,
            Code.SLOW_WRITE_SAME,
            Sentences.comparison(comparison) + kernel)
        .about(Optional.of(comparison));
  }

  /**
   * Line 4 again: a mount feels what the block device's own zeroing does not show. A small write
   * into a preallocated extent waits for one zeroing or two, on a healthy disk as well: so much is
   * no contradiction.
   */
  private Optional<Decision> slowFilesOnly() {
    long zeroing = comparisons.measured().mapToLong(Comparison::operationNanos).max().orElse(0);
    return mounts
        .felt()
        .filter(felt -> felt.ratio().excessNanos() > 2 * zeroing)
        .flatMap(
            felt ->
                inconclusive(
                    "evidence_disagrees",
                    Sentences.pattern(felt)
                        + "; yet zeroing the disk itself takes "
                        + Figures.duration(zeroing)
                        + " at most"));
  }

  /** Line 4 once more: a size that does not decide is slow where those that do are not. */
  private Optional<Decision> slowElsewhere() {
    return comparisons
        .slowElsewhere()
        .flatMap(
            slow ->
                inconclusive(
                        "evidence_disagrees",
                        Sentences.comparison(slow) + "; yet 4 KiB and 1 MiB are not slow")
                    .map(decision -> decision.about(Optional.of(slow))));
  }

  /**
   * Before a disk is acquitted its calls must be known to have gone through WRITE SAME. Where a
   * deciding size was not measured that is the reason, not that nothing was seen of it.
   */
  private Optional<Decision> offloadNotShown() {
    if (!comparisons.isMeasured(Operation.ZEROOUT)) {
      return Optional.empty();
    }
    boolean seen = comparisons.acquitting().allMatch(trace::sawOffload);
    boolean allowed =
        !trace.complete() && !layers().isEmpty() && layers().stream().allMatch(limits::isOpen);
    return seen || allowed
        ? Optional.empty()
        : unknown(
            Code.NO_OFFLOAD_SEEN.text(),
            "nothing shows that every size measured went through WRITE SAME");
  }

  /** Line 8, where no size is left undecided. */
  private Optional<Decision> negligible() {
    return comparisons
        .acquitting()
        .filter(Comparison::isNegligible)
        .findFirst()
        .filter(slower -> comparisons.acquit(c -> c.isNegligible() || c.isFine()))
        .map(
            slower ->
                acquitted(
                    Code.OK_NEGLIGIBLE,
                    slower,
                    "; only "
                        + Figures.duration(slower.ratio().excessNanos())
                        + " more, which nobody feels"));
  }

  /** Line 9. */
  private Optional<Decision> fast() {
    return comparisons
        .largest()
        .filter(Comparison::isFast)
        .filter(large -> comparisons.acquit(Comparison::isFine))
        .map(large -> acquitted(Code.OK_FAST, large, "; switching WRITE SAME off would hurt"));
  }

  /** Line 10. */
  private Optional<Decision> fine() {
    return comparisons
        .largest()
        .filter(large -> comparisons.acquit(Comparison::isFine))
        .map(large -> acquitted(Code.OK, large, ""));
  }

  private static Decision acquitted(Code code, Comparison shown, String ending) {
    return Decision.of(Level.OK, code, Sentences.comparison(shown) + ending)
        .about(Optional.of(shown));
  }

  /** Line 11. */
  private Decision undecided() {
    Optional<Comparison> undecided = comparisons.undecided();
    Optional<Decision> decision =
        comparisons.isMeasured(Operation.ZEROOUT)
            ? inconclusive(
                "noise",
                undecided.map(Sentences::comparison).orElse("") + ", which decides neither way")
            : inconclusive(
                "too few pairs", "4 KiB and 1 MiB did not both get the pairs that acquit a disk");
    return decision.orElseThrow().about(undecided);
  }

  private List<BlockNode> layers() {
    return facts.layersBelow(zeroing.node());
  }

  private static Optional<Decision> unknown(String code, String sentence) {
    return Optional.of(new Decision(Level.UNKNOWN, code, List.of(), sentence, Optional.empty()));
  }

  /** The reason in brackets is one word for people who grep; the sentence says what it means. */
  private static Optional<Decision> inconclusive(String reason, String sentence) {
    return unknown(Code.INCONCLUSIVE.text(), sentence + " (" + reason + ")");
  }
}
