package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Judging;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import io.fleetcheck.controller.run.Told;
import io.fleetcheck.controller.verdict.Waivers;
import io.fleetcheck.playbooks.Config;
import io.fleetcheck.playbooks.ConfigFile;
import io.fleetcheck.playbooks.Thresholds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** New verdicts on what a kept run measured. */
@Command(
    name = "judge",
    sortOptions = false,
    description = {
      "Judges a kept run again, by today's rules and other thresholds or waivers, and shows it. Touches"
          + " no host, and keeps nothing.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  fleetcheck judge latest --thresholds strict.yml    a file like fleetcheck.yml",
      "",
      "Exit codes: as audit's: 0 clean; 1 findings; 3 incomplete; 4 the run was aborted; also 2 usage",
      "error, 5 internal error, or a report that could not be written."
    })
final class JudgeCommand extends AnyCommand {
  private final Surroundings surroundings;
  private final Parts parts;

  @Parameters(paramLabel = "RUN", description = RunName.DESCRIPTION)
  private String run = "";

  @Option(
      names = "--thresholds",
      paramLabel = "FILE",
      description = "Thresholds that beat those that are configured.")
  private @Nullable Path thresholds;

  @ArgGroup(validate = false)
  private WaiverArguments waivers = new WaiverArguments();

  @ArgGroup(validate = false)
  private StoreArguments store = new StoreArguments();

  @ArgGroup(validate = false)
  private OutputArguments output = new OutputArguments();

  JudgeCommand(Surroundings surroundings, Parts parts) {
    this.surroundings = surroundings;
    this.parts = parts;
  }

  @Override
  public Integer call() throws UsageException, StoreException {
    Config config = Configured.of(surroundings);
    List<String> problems = new ArrayList<>();
    if (thresholds != null) {
      config = config.with(ConfigFile.read(thresholds, problems), thresholds.toString());
    }
    List<ReportTarget> targets = ReportTarget.parse(output.reports(), problems);
    Waivers known = waivers.read(surroundings, config, problems);
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    Judging judge = parts.judge().apply(config.thresholds()).with(known);
    try (RunStore kept = store.require(surroundings)) {
      ReportWriter reports = new ReportWriter(surroundings, targets, output.style(surroundings));
      AuditResult judged = judged(RunName.load(kept, run), judge, config.thresholds());
      return reports.writeAll(judged, kept) ? ExitCode.of(judged) : ExitCode.INTERNAL;
    }
  }

  private static AuditResult judged(AuditResult result, Judging judge, Thresholds thresholds) {
    Map<String, String> options = new HashMap<>(result.options());
    options.remove(AuditOptions.THRESHOLDS);
    options.putAll(AuditOptions.forReports(thresholds));
    return new AuditResult(
        result.id(),
        result.started(),
        result.finished(),
        result.controller(),
        options,
        result.hosts().stream().map(host -> judged(host, judge)).toList(),
        result.aborted());
  }

  private static HostResult judged(HostResult host, Judging judge) {
    Told told = host.told();
    return told.topology()
        .map(topology -> host.judgedAs(judge.judge(topology, told.probes())))
        .orElse(host);
  }
}
