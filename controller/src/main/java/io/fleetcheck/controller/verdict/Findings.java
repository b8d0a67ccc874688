package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.KernelEvidence.Command;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Everything that a verdict says beside the rule that decided it. */
record Findings(DiskFacts facts, Optional<ProbeResult> probe, Optional<Probed> probed) {

  Verdict verdict(Decision decision, boolean off) {
    Set<String> also = new LinkedHashSet<>(decision.also());
    also.addAll(also());
    also.remove(decision.code());
    MountRules mounts =
        probed.map(Probed::mounts).orElseGet(() -> new MountRules(facts, List.of()));
    Optional<Comparison> numbers = decision.comparison();
    return new Verdict(
        facts.disk().id(),
        decision.level(),
        decision.code(),
        List.copyOf(also),
        Sentences.capital(decision.sentence() + danger(also)),
        numbers.map(c -> OptionalLong.of(c.operationNanos())).orElse(OptionalLong.empty()),
        numbers.map(c -> OptionalLong.of(c.writeNanos())).orElse(OptionalLong.empty()),
        numbers.flatMap(c -> Ratio.of(c.ratio())),
        mounts.impacts(off, decision.level() == Level.OK),
        evidence(),
        Optional.empty());
  }

  /** A level that reads ok must not hide this one. */
  private static String danger(Set<String> also) {
    return also.contains(Code.MPATH_DANGER.text())
        ? "; but a multipath map above it still offers WRITE SAME, and on this kernel one such"
            + " command fails every path: reload the map"
        : "";
  }

  private List<String> also() {
    List<String> also = new ArrayList<>();
    List<BlockNode> stale = staleLayers();
    add(also, !stale.isEmpty(), Code.STACK_STALE.text());
    add(also, stale.stream().anyMatch(this::isDangerous), Code.MPATH_DANGER.text());
    add(
        also,
        facts.pathLimits(facts.limits()).stream().anyMatch(PathLimit::isJudgedByFileAlone),
        Code.QUEUE_LIMIT_ABSENT.text());
    boolean measuredScsi = !facts.isOutsideScsi() && probed.filter(Probed::hasSamples).isPresent();
    add(
        also,
        measuredScsi && !probed.orElseThrow().trace().complete(),
        Code.WITHOUT_EVIDENCE.text());
    add(
        also,
        probed.filter(done -> !done.limits().differences().isEmpty()).isPresent(),
        Code.SETTINGS_CHANGED_BY_UDEV.text());
    add(also, probed.filter(done -> done.limits().fell()).isPresent(), Code.REJECTED.text());
    add(also, facts.isThin(), RefusalReason.THIN_LUN.code());
    add(also, facts.disk().id().kind() == DiskId.Kind.VOLATILE, Code.IDENTITY_WEAK.text());
    return also;
  }

  private static void add(List<String> codes, boolean holds, String code) {
    if (holds) {
      codes.add(code);
    }
  }

  /** Layers that offer WRITE SAME over one directly below that is known not to. */
  private List<BlockNode> staleLayers() {
    return facts.stack().stream()
        .filter(layer -> layer.kind() != BlockNode.Kind.PARTITION)
        .filter(layer -> Limits.isPositive(facts.limits().queueBytes(layer.name())))
        .filter(layer -> layer.below().stream().anyMatch(this::isClosed))
        .toList();
  }

  private boolean isClosed(String name) {
    Optional<BlockNode> node = facts.topology().node(name);
    boolean partition = node.filter(n -> n.kind() == BlockNode.Kind.PARTITION).isPresent();
    return partition
        ? node.orElseThrow().below().stream().anyMatch(this::isClosed)
        : Limits.isZero(facts.limits().queueBytes(name));
  }

  /** Request-based dm-multipath before 5.10; a kernel that does not tell its version may be. */
  private boolean isDangerous(BlockNode layer) {
    return facts.isMultipath(layer)
        && facts.isRequestBased(layer)
        && facts.kernel().map(version -> version.isBefore(5, 10)).orElse(true);
  }

  private List<String> evidence() {
    List<String> sentences = new ArrayList<>();
    probed.ifPresent(done -> measurements(done, sentences));
    refusals(probe).forEach(refusal -> sentences.add(Sentences.refusal(refusal)));
    probed.ifPresent(done -> sentences.addAll(done.limits().differences()));
    return sentences.stream().map(Sentences::capital).toList();
  }

  private void measurements(Probed done, List<String> sentences) {
    done.comparisons().all().stream()
        .filter(comparison -> comparison.ratio().pairs() > 0)
        .map(Sentences::comparison)
        .forEach(sentences::add);
    done.mounts().patterns().stream().map(Sentences::pattern).forEach(sentences::add);
    if (facts.isOutsideScsi()) {
      return;
    }
    List<Command> writeSames = done.trace().writeSames();
    if (done.trace().complete() || !writeSames.isEmpty()) {
      sentences.add(Sentences.commands("WRITE SAME", writeSames));
    } else {
      sentences.add("without kernel evidence: the SCSI trace events could not be read");
    }
  }

  /** Why nothing, or not more, was measured. */
  static List<Refusal> refusals(Optional<ProbeResult> probe) {
    if (probe.isPresent() && probe.get() instanceof ProbeResult.Refused refused) {
      return refused.refusals();
    }
    return probe.isPresent() && probe.get() instanceof ProbeResult.Measured measured
        ? measured.refusals()
        : List.of();
  }
}
