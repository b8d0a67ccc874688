package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.playbooks.Waiver;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is wrong with one disk, if anything.
 *
 * @param code the rule that decided, as {@code fleetcheck explain} knows it: the spelling of a
 *     {@link Code} or of a refusal
 * @param also further codes that hold, which change neither level nor code
 * @param sentence the rule in words with this disk's numbers in it
 * @param zerooutNanos median of zeroing with flush, of the size that decided
 * @param writeNanos median of writing with flush, of the same size
 * @param evidence what else was measured, seen, refused or changed, in sentences
 */
public record Verdict(
    DiskId disk,
    Level level,
    String code,
    List<String> also,
    String sentence,
    OptionalLong zerooutNanos,
    OptionalLong writeNanos,
    Optional<Ratio> ratio,
    List<MountImpact> mounts,
    List<String> evidence,
    Optional<Waiver> waiver) {
  public Verdict {
    also = List.copyOf(also);
    mounts = List.copyOf(mounts);
    evidence = List.copyOf(evidence);
  }

  /** The same verdict, annotated. */
  public Verdict waivedBy(Waiver by) {
    return new Verdict(
        disk,
        level,
        code,
        also,
        sentence,
        zerooutNanos,
        writeNanos,
        ratio,
        mounts,
        evidence,
        Optional.of(by));
  }
}
