package io.fleetcheck.controller.run;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a run says of disks.
 *
 * @param run its id
 * @param answered the hosts that did: only of these is it known that a disk is not there
 * @param disks in the order of the hosts
 */
public record RunDisks(String run, Set<String> answered, List<KeptDisk> disks) {
  public RunDisks {
    answered = Set.copyOf(answered);
    disks = List.copyOf(disks);
  }

  public static RunDisks of(AuditResult result) {
    Set<String> answered = new HashSet<>();
    for (HostResult host : result.hosts()) {
      if (host.outcome() instanceof HostOutcome.Answered) {
        answered.add(host.name());
      }
    }
    return new RunDisks(
        result.id(),
        answered,
        result.hosts().stream().flatMap(host -> KeptDisk.of(result.id(), host).stream()).toList());
  }
}
