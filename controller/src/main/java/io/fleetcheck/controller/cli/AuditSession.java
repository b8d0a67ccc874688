package io.fleetcheck.controller.cli;

import static java.util.Objects.requireNonNull;

import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.cli.AuditOptions.Source;
import io.fleetcheck.controller.run.Audit;
import io.fleetcheck.controller.run.AuditPlan;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RunListener;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.Secret;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One audit from its options to its exit code. */
final class AuditSession {
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

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

  int run() throws UsageException {
    if (options.source() instanceof Source.Captured captured) {
      try (CapturedSource tree = CapturedSource.open(captured.tree())) {
        return run(Targets.captured(tree.name()), tree.root().toString());
      }
    }
    return run(targets((Source.Inventory) options.source()), "/");
  }

  private Targets targets(Source.Inventory inventory) throws UsageException {
    Targets.Selected selected = Targets.select(inventory, surroundings.inventories());
    if (options.probe().scratch().isPresent() && selected.hosts().size() != 1) {
      throw new UsageException(
          "--scratch: a device is overwritten on exactly one host, and %d are selected; name it with --limit"
              .formatted(selected.hosts().size()));
    }
    Optional<Secret> password = Optional.empty();
    if (options.connection().asksForPassword()) {
      password = Optional.of(ask());
    }
    return selected.resolve(options.connection().with(password));
  }

  private Secret ask() throws UsageException {
    return surroundings
        .prompt()
        .orElseThrow(
            () ->
                new UsageException(
                    "--ask-become-pass: there is no terminal to ask on; let sudo do without a"
                        + " password, or set ansible_become_password in the inventory"))
        .apply("BECOME password: ");
  }

  private int run(Targets targets, String sysroot) {
    for (String warning : targets.warnings()) {
      surroundings.err().println("fleetcheck: warning: " + warning);
    }
    surroundings.err().flush();
    Progress progress = new Progress(surroundings, targets.all().size(), options.verbose());
    List<RunListener> listeners = new ArrayList<>(List.of(progress));
    reports.stream().ifPresent(listeners::add);
    RunListener all = new Listeners(listeners);
    Map<String, HostResult> unusable = unusable(targets);
    unusable.values().forEach(all::hostFinished);
    Audit audit = new Audit(parts.hosts().get(), parts.judge().get(), all, surroundings.clock());
    surroundings
        .interrupts()
        .onFirst(
            () -> {
              progress.say("stopping: ending the agents; Ctrl-C again leaves at once");
              audit.abort();
            });
    AuditResult asked = audit.run(plan(targets, sysroot));
    progress.end();
    AuditResult result = together(asked, targets.all(), unusable);
    return reports.write(result) ? ExitCode.of(result) : ExitCode.INTERNAL;
  }

  private AuditPlan plan(Targets targets, String sysroot) {
    return new AuditPlan(
        // Two runs within a second differ by their process.
        ID.format(surroundings.clock().instant()) + "-" + ProcessHandle.current().pid(),
        targets.usable(),
        options.forks(),
        options.probe().request(Request.Action.AUDIT, sysroot),
        options.deadline(),
        options.forReports());
  }

  /** Hosts that the inventory describes so that nobody can reach them: targeted all the same. */
  private Map<String, HostResult> unusable(Targets targets) {
    Instant now = surroundings.clock().instant();
    Map<String, HostResult> results = new HashMap<>();
    targets
        .unusable()
        .forEach(
            (name, why) ->
                results.put(
                    name,
                    new HostResult(
                        name,
                        new HostOutcome.Unreachable(Stage.RESOLVE, why),
                        List.of(),
                        List.of(),
                        Map.of(),
                        now,
                        now)));
    return results;
  }

  private static AuditResult together(
      AuditResult asked, List<String> order, Map<String, HostResult> unusable) {
    Map<String, HostResult> results = new HashMap<>(unusable);
    asked.hosts().forEach(host -> results.put(host.name(), host));
    return new AuditResult(
        asked.id(),
        asked.started(),
        asked.finished(),
        asked.controller(),
        asked.options(),
        order.stream().map(name -> requireNonNull(results.get(name))).toList(),
        asked.aborted());
  }
}
