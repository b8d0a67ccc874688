package io.fleetcheck.controller.report;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The denominators of a run.
 *
 * @param hosts targeted
 * @param outcomes hosts by the outcome's text; answered ones too
 * @param disks found
 * @param levels disks by level; every level is there, with 0 too
 * @param codes disks by code
 * @param findings disks that are broken or at risk and not waived
 * @param waived disks with a waiver
 */
public record Counts(
    int hosts,
    Map<String, Long> outcomes,
    int disks,
    Map<Level, Long> levels,
    Map<String, Long> codes,
    long findings,
    long waived) {

  public static Counts of(AuditResult result) {
    List<Verdict> verdicts =
        result.hosts().stream().flatMap(host -> host.verdicts().stream()).toList();
    Map<Level, Long> levels = new TreeMap<>();
    for (Level level : Level.values()) {
      levels.put(level, verdicts.stream().filter(v -> v.level() == level).count());
    }
    return new Counts(
        result.hosts().size(),
        result.hosts().stream()
            .map(HostResult::outcome)
            .collect(groupingBy(HostOutcome::text, TreeMap::new, counting())),
        verdicts.size(),
        levels,
        verdicts.stream().collect(groupingBy(Verdict::code, TreeMap::new, counting())),
        verdicts.stream().filter(Counts::isFinding).count(),
        verdicts.stream().filter(v -> v.waiver().isPresent()).count());
  }

  public long answered() {
    return outcomes.getOrDefault(new HostOutcome.Answered().text(), 0L);
  }

  /** Hosts that are the same machine as another one, which has its own outcome. */
  public long sameMachine() {
    return outcomes.getOrDefault(HostOutcome.Skipped.SAME_MACHINE, 0L);
  }

  public long unknown() {
    return levels.getOrDefault(Level.UNKNOWN, 0L);
  }

  /** Whether some host did not answer or some disk is unknown. */
  public boolean isIncomplete() {
    return answered() + sameMachine() < hosts || unknown() > 0;
  }

  static boolean isFinding(Verdict verdict) {
    return verdict.waiver().isEmpty()
        && (verdict.level() == Level.BROKEN || verdict.level() == Level.AT_RISK);
  }
}
