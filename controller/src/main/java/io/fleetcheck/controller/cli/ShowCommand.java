package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.Style;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A kept run's reports. */
@Command(
    name = "show",
    aliases = "report",
    sortOptions = false,
    description = {"Shows a kept run as audit showed it, or makes other reports of it.", ""},
    footer = {
      "",
      "Examples:",
      "  fleetcheck show latest                             the newest run's table",
      "  fleetcheck report latest~1 --report json=old.json  the run before it, for a program",
      "  fleetcheck report latest --report html=fleet.html  for a browser, with the disks' past",
      "",
      "Exit codes: as the run's own: 0 clean; 1 findings; 3 incomplete; 4 aborted; also 2 usage error,",
      "5 internal error, or a report that could not be written."
    })
final class ShowCommand extends AnyCommand {
  private final Surroundings surroundings;

  @Parameters(paramLabel = "RUN", description = RunName.DESCRIPTION)
  private String run = "";

  @ArgGroup(validate = false)
  private StoreArguments store = new StoreArguments();

  @ArgGroup(validate = false)
  private OutputArguments output = new OutputArguments();

  ShowCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws UsageException, StoreException {
    List<String> problems = new ArrayList<>();
    List<ReportTarget> targets = ReportTarget.parse(output.reports(), problems);
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    try (RunStore kept = store.require(surroundings)) {
      AuditResult result = RunName.load(kept, run);
      Style style = output.style(surroundings);
      ReportWriter reports = new ReportWriter(surroundings, targets, style);
      return reports.writeAll(result, kept) ? ExitCode.of(result) : ExitCode.INTERNAL;
    }
  }
}
