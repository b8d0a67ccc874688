package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.cli.AuditOptions.Rerun;
import io.fleetcheck.controller.cli.AuditOptions.Unfinished;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import io.fleetcheck.controller.verdict.Level;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The hosts of a kept run that are to be asked again. */
record UnfinishedHosts(Rerun rerun, Set<String> hosts) {

  static UnfinishedHosts of(RunStore store, Rerun rerun) throws UsageException, StoreException {
    AuditResult run = RunName.load(store, rerun.run());
    Set<String> hosts = new LinkedHashSet<>();
    for (HostResult host : run.hosts()) {
      if (rerun.where().stream().anyMatch(what -> is(host, what))) {
        hosts.add(host.name());
      }
    }
    return new UnfinishedHosts(rerun, hosts);
  }

  private static boolean is(HostResult host, Unfinished what) {
    return switch (what) {
      case UNREACHABLE ->
          !(host.outcome() instanceof HostOutcome.Answered)
              && !(host.outcome() instanceof HostOutcome.Skipped);
      case UNKNOWN ->
          host.verdicts().stream().anyMatch(verdict -> verdict.level() == Level.UNKNOWN);
      case SKIPPED ->
          host.outcome() instanceof HostOutcome.Skipped skipped && skipped.sameAs().isEmpty();
    };
  }

  /**
   * @throws UsageException where none is left
   */
  Targets.Selected among(Targets.Selected selected) throws UsageException {
    Targets.Selected left = selected.only(hosts);
    if (left.hosts().isEmpty()) {
      throw new UsageException(
          "--rerun %s: no host of the inventory is %s there"
              .formatted(
                  rerun.run(),
                  rerun.where().stream()
                      .map(Unfinished::text)
                      .sorted()
                      .collect(Collectors.joining(" or "))));
    }
    return left;
  }
}
