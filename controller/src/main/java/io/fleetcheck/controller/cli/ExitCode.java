package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.Counts;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;

/** What a script can trust; {@code docs/usage.md} documents it. */
final class ExitCode {
  /** Every targeted host answered and every disk was judged ok, or waived. */
  static final int CLEAN = 0;

  /** Some disk is broken or at risk and not waived. */
  static final int FINDINGS = 1;

  /** The command line or an inventory cannot be used; nothing was done. */
  static final int USAGE = 2;

  /** No findings, but some host did not answer or some disk is unknown. */
  static final int INCOMPLETE = 3;

  /** Ended before its time, by Ctrl-C or a signal. */
  static final int ABORTED = 4;

  /** A fault of fleetcheck's own, or a report that could not be written. */
  static final int INTERNAL = 5;

  private ExitCode() {}

  /** A bug first, then the abort: neither lets anybody trust the rest. Then the worst finding. */
  static int of(AuditResult result) {
    return of(result, Counts.of(result).findings() > 0);
  }

  /**
   * @param findings whether there are some that count
   */
  static int of(AuditResult result, boolean findings) {
    if (result.hosts().stream().anyMatch(host -> host.outcome() instanceof HostOutcome.Bug)) {
      return INTERNAL;
    }
    if (result.aborted()) {
      return ABORTED;
    }
    if (findings) {
      return FINDINGS;
    }
    return Counts.of(result).isIncomplete() ? INCOMPLETE : CLEAN;
  }
}
