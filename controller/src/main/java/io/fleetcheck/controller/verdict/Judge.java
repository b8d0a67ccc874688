package io.fleetcheck.controller.verdict;

import static java.util.Objects.requireNonNull;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.playbooks.Thresholds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Facts and samples to verdicts. Unknown is never ok: a SCSI disk is ok only where its effective
 * limit is known to be 0, where its kind is never probed, or where good samples acquit it.
 */
public final class Judge {
  private final Thresholds thresholds;

  public Judge(Thresholds thresholds) {
    this.thresholds = requireNonNull(thresholds, "thresholds");
  }

  /** One verdict for each disk of the topology, in its order. */
  public List<Verdict> judge(Topology topology, Map<DiskId, ProbeResult> probes) {
    return judge(topology, probes, Set.of());
  }

  /**
   * @param remediated disks whose limit our own journal says we set to 0
   */
  public List<Verdict> judge(
      Topology topology, Map<DiskId, ProbeResult> probes, Set<DiskId> remediated) {
    Limits limits = Limits.of(topology);
    return topology.disks().stream()
        .map(
            disk ->
                judge(
                    DiskFacts.of(topology, disk, limits),
                    Optional.ofNullable(probes.get(disk.id())),
                    remediated.contains(disk.id())))
        .toList();
  }

  private Verdict judge(DiskFacts facts, Optional<ProbeResult> probe, boolean remediated) {
    Optional<Probed> probed =
        probe
            .filter(ProbeResult.Measured.class::isInstance)
            .map(result -> Probed.of(facts, (ProbeResult.Measured) result, thresholds));
    boolean off = isOff(facts, probed);
    Decision decision =
        outsideScsi(facts, probed)
            .or(() -> facts.unsupportedType().map(Judge::unsupported))
            .or(() -> unreadable(facts))
            .or(() -> partial(facts, probed))
            .or(() -> inconsistent(facts))
            .or(() -> off ? Optional.of(disabled(facts, probed, remediated)) : Optional.empty())
            .orElseGet(() -> armed(facts, probe, probed));
    return new Findings(facts, probe, probed).verdict(butStuck(decision, probe), off);
  }

  /** No rule about a command makes a disk fine on which a call has hung. */
  private static Decision butStuck(Decision decision, Optional<ProbeResult> probe) {
    return Findings.refusals(probe).stream()
        .filter(refusal -> refusal.reason() == RefusalReason.STUCK && decision.level() == Level.OK)
        .findFirst()
        .map(
            stuck ->
                new Decision(
                    Level.UNKNOWN,
                    stuck.reason().code(),
                    List.of(decision.code()),
                    Sentences.refusal(stuck) + "; else: " + decision.sentence(),
                    Optional.empty()))
        .orElse(decision);
  }

  private Optional<Decision> outsideScsi(DiskFacts facts, Optional<Probed> probed) {
    if (!facts.isOutsideScsi()) {
      return Optional.empty();
    }
    Optional<Decision> slow = probed.flatMap(Probed::measuredSlow);
    return Optional.of(
        slow.orElseGet(
            () ->
                Decision.of(
                    Level.OK,
                    Code.NOT_SCSI,
                    "not a SCSI disk: listed, outside the rules for WRITE SAME and the remedy"
                        + (probed.isPresent()
                            ? ", and not measured slow"
                            : ", and not measured"))));
  }

  private static Decision unsupported(String why) {
    return Decision.of(Level.OK, Code.UNSUPPORTED_TYPE, why + ": such a device is never probed");
  }

  private static Optional<Decision> unreadable(DiskFacts facts) {
    List<PathLimit> limits = facts.pathLimits(facts.limits());
    if (limits.size() < facts.disk().paths().size() || limits.isEmpty()) {
      return Optional.of(
          Decision.of(
              Level.UNKNOWN,
              Code.UNKNOWN_KERNEL,
              "the kernel shows no scsi_disk for one of "
                  + String.join(", ", facts.disk().paths())));
    }
    return limits.stream()
        .filter(limit -> !limit.isReadable())
        .map(
            limit ->
                Decision.of(
                    Level.UNKNOWN,
                    Code.UNKNOWN_KERNEL,
                    Sentences.notRead(
                        limit.blocks().isKnown() ? limit.queueBytes() : limit.blocks())))
        .findFirst();
  }

  private static Optional<Decision> partial(DiskFacts facts, Optional<Probed> probed) {
    Optional<PathLimit> now =
        probed.flatMap(
            done -> done.limits().pathsAfter().stream().filter(PathLimit::isPartial).findFirst());
    return facts.pathLimits(facts.limits()).stream()
        .filter(PathLimit::isPartial)
        .findFirst()
        .or(() -> now)
        .map(
            limit ->
                Decision.of(
                    Level.BROKEN,
                    Code.REMEDIATION_PARTIAL,
                    "max_write_same_blocks of "
                        + limit.scsi().hctl()
                        + " reads 0 but the queue of "
                        + limit.node().name()
                        + " still takes "
                        + limit.queueBytes().toOptional().map(Figures::bytes).orElse("")
                        + ": zeroing may fail with EREMOTEIO and no fall-back"));
  }

  private static Optional<Decision> inconsistent(DiskFacts facts) {
    for (BlockNode map : facts.maps()) {
      if (!facts.isRequestBased(map)) {
        continue;
      }
      long above = facts.limits().queueBytes(map.name()).toOptional().orElse(0L);
      for (PathLimit path : facts.pathLimits(facts.limits())) {
        long below = path.queueBytes().toOptional().orElse(0L);
        if (below > 0 && below < above) {
          return Optional.of(
              Decision.of(
                  Level.BROKEN,
                  Code.INCONSISTENT_LIMITS,
                  "the path "
                      + path.node().name()
                      + " takes "
                      + Figures.bytes(below)
                      + " while its map "
                      + map.name()
                      + " sends up to "
                      + Figures.bytes(above)
                      + ": one such command fails every path"));
        }
      }
    }
    return Optional.empty();
  }

  /** Known to be 0 on every path, and not known to have come back since. */
  private static boolean isOff(DiskFacts facts, Optional<Probed> probed) {
    List<PathLimit> limits = facts.pathLimits(facts.limits());
    boolean isBack =
        probed.stream()
            .map(Probed::limits)
            .flatMap(change -> Stream.of(change.pathsBefore(), change.pathsAfter()))
            .flatMap(List::stream)
            .anyMatch(PathLimit::isArmed);
    return !limits.isEmpty() && limits.stream().allMatch(PathLimit::isOff) && !isBack;
  }

  private static Decision disabled(DiskFacts facts, Optional<Probed> probed, boolean remediated) {
    Optional<Comparison> slow = probed.flatMap(Probed::slowWithoutOffload);
    if (slow.isPresent()) {
      return Decision.of(
              Level.AT_RISK,
              Code.ZEROOUT_SLOW_NOT_WS,
              "the limit is 0 and still " + Sentences.comparison(slow.get()))
          .about(slow);
    }
    Optional<String> ban =
        facts.scsi().stream()
            .flatMap(
                scsi ->
                    facts
                        .hba(scsi)
                        .flatMap(hba -> DriverBans.find(scsi, hba, facts.kernel()))
                        .stream())
            .findFirst();
    if (ban.isPresent()) {
      return Decision.of(
          Level.OK,
          Code.DRIVER_DISABLED,
          "the limit is 0: the driver forbids WRITE SAME (" + ban.get() + ")");
    }
    if (remediated) {
      return Decision.of(
          Level.OK, Code.REMEDIATED, "the limit is 0: fleetcheck set it, says its journal");
    }
    return facts.isAta()
        ? Decision.of(
            Level.OK,
            Code.ATA_SATL_DISABLED,
            "the limit is 0, of an ATA disk behind a translation layer (VPD page 89)")
        : Decision.of(
            Level.OK,
            Code.DISABLED_OR_REJECTED,
            "the limit is 0: somebody set it, or the kernel did as the device does not report WRITE"
                + " SAME or rejected it; afterwards these look alike");
  }

  private static Decision armed(
      DiskFacts facts, Optional<ProbeResult> probe, Optional<Probed> probed) {
    if (probed.filter(Probed::hasSamples).isPresent()) {
      return probed.get().decide();
    }
    if (probe.isPresent() && probe.get() instanceof ProbeResult.Failed failed) {
      return Decision.of(
          Level.UNKNOWN,
          Code.INCONCLUSIVE,
          failed.operation()
              + " on "
              + failed.where()
              + " failed with "
              + failed.errno()
              + " (error)");
    }
    List<Refusal> refusals = Findings.refusals(probe);
    if (refusals.isEmpty()) {
      return Decision.of(
          Level.UNKNOWN, Code.ARMED_UNMEASURED, Sentences.armed(facts) + ", and was not probed");
    }
    Refusal first = refusals.get(0);
    if (first.reason() == RefusalReason.NO_FILE_SYSTEM) {
      // The specification wants this one told as armed_unmeasured, with the hint.
      return Decision.of(
              Level.UNKNOWN,
              Code.ARMED_UNMEASURED,
              Sentences.armed(facts) + "; " + Sentences.refusal(first))
          .also(List.of(first.reason().code()));
    }
    return new Decision(
        Level.UNKNOWN,
        first.reason().code(),
        List.of(),
        Sentences.refusal(first) + "; " + Sentences.armed(facts),
        Optional.empty());
  }
}
