package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.cli.AuditOptions.Source;
import io.fleetcheck.controller.run.AuditResult;
import java.io.IOException;

/** One audit from its options to its exit code. */
final class AuditSession {
  private final Surroundings surroundings;
  private final Parts parts;
  private final AuditOptions options;
  private final ReportWriter reports;

  AuditSession(Surroundings surroundings, Parts parts, AuditOptions options) {
    this.surroundings = surroundings;
    this.parts = parts;
    this.options = options;
    this.reports = new ReportWriter(surroundings, options);
  }

  int run() throws UsageException, IOException {
    if (options.source() instanceof Source.Captured captured) {
      try (CapturedSource tree = CapturedSource.open(captured.tree())) {
        return run(Targets.captured(tree.name()), tree.root().toString());
      }
    }
    return run(targets((Source.Inventory) options.source()), "/");
  }

  private Targets targets(Source.Inventory inventory) throws UsageException {
    Targets.Selected selected =
        Targets.select(
            inventory.sources(), "all", inventory.limit(), options.vault().open(surroundings));
    if (options.probe().scratch().isPresent() && selected.hosts().size() != 1) {
      throw new UsageException(
          "--scratch: a device is overwritten on exactly one host, and %d are selected; name it with --limit"
              .formatted(selected.hosts().size()));
    }
    return selected.resolve(options.connection().options(surroundings));
  }

  private int run(Targets targets, String sysroot) throws IOException {
    HostWork work = new HostWork(surroundings, parts, options.verbose(), reports.stream());
    AuditResult result =
        work.run(
            targets,
            options.probe().request(Request.Action.AUDIT, sysroot),
            options.forks(),
            options.deadline(),
            options.forReports(),
            parts.judge().get());
    return reports.write(result) ? ExitCode.of(result) : ExitCode.INTERNAL;
  }
}
