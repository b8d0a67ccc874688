package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.ScratchDevice;
import io.fleetcheck.controller.report.Style;
import io.fleetcheck.controller.verdict.Waivers;
import io.fleetcheck.playbooks.Config;
import io.fleetcheck.playbooks.Thresholds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * An audit as it was asked for, checked as far as it can be before anything is done.
 *
 * @param everyName whether a machine is audited under each of its names
 * @param deadline of one host
 */
record AuditOptions(
    Source source,
    int forks,
    boolean everyName,
    ConnectionArguments connection,
    VaultArguments vault,
    Probe probe,
    Duration deadline,
    List<ReportTarget> reports,
    Style style,
    Policy policy,
    Keeping keeping) {

  /** The option of a run that tells by what its verdicts were made, where not by the defaults. */
  static final String THRESHOLDS = "thresholds";

  private static final int MAX_FORKS = 5000;

  /** Where the facts come from. */
  sealed interface Source {

    /** Hosts that are asked. */
    record Inventory(List<String> sources, Optional<String> limit) implements Source {}

    /** A captured tree, judged offline. */
    record Captured(Path tree) implements Source {}
  }

  /** What verdicts turn on, and who answers for which. */
  record Policy(Thresholds thresholds, Waivers waivers) {}

  /**
   * What is kept of the run, and what it is compared with.
   *
   * @param rerun only hosts with which a kept run did not come to an end
   * @param baseline a kept run whose findings are known
   */
  record Keeping(StoreArguments store, Optional<Rerun> rerun, Optional<String> baseline) {}

  /**
   * @param run names a kept run
   * @param where which of its hosts; at least one
   */
  record Rerun(String run, Set<Unfinished> where) {}

  /** Why a host is to be asked again. */
  enum Unfinished {
    /** It was tried and did not answer to the end. */
    UNREACHABLE,
    /** Some disk of it is unknown. */
    UNKNOWN,
    /** It was not asked, or not to the end, as the run was ended. */
    SKIPPED;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How far the measurement may go. */
  record Probe(
      ProbeMode mode,
      Optional<ScratchDevice> scratch,
      boolean thin,
      int busyLimit,
      Request.Budget budget) {

    /** What every agent is asked; token, deadline and clock are each host's own. */
    Request request(Request.Action action, String sysroot) {
      return new Request(
          Request.PROTOCOL,
          "",
          action,
          sysroot,
          mode,
          scratch.map(List::of).orElse(List.of()),
          budget,
          busyLimit,
          thin,
          0,
          0);
    }
  }

  /**
   * @throws UsageException with a line for everything that is wrong
   */
  static AuditOptions of(AuditCommand command, Surroundings surroundings) throws UsageException {
    Config config = Configured.of(surroundings);
    List<String> problems = new ArrayList<>();
    Source source = source(command, problems);
    Thresholds thresholds = config.thresholds();
    Probe probe = probe(command.probe(), source, thresholds, problems);
    Waivers waivers = command.waivers().read(surroundings, config, problems);
    OutputArguments output = command.output();
    List<ReportTarget> reports = ReportTarget.parse(output.reports(), problems);
    Ranges.check("--forks", command.hosts().forks(), 1, MAX_FORKS, problems);
    Ranges.check("--deadline", command.probe().deadlineSeconds(), 1, Ranges.DAY, problems);
    command.connection().check(problems);
    Keeping keeping = command.keeping().check(source, problems);
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    return new AuditOptions(
        source,
        command.hosts().forks(),
        command.hosts().everyName(),
        command.connection(),
        command.vault(),
        probe,
        Duration.ofSeconds(command.probe().deadlineSeconds()),
        reports,
        output.style(surroundings),
        new Policy(thresholds, waivers),
        keeping);
  }

  private static Source source(AuditCommand command, List<String> problems) {
    List<String> sources = new ArrayList<>(command.hosts().inventories());
    sources.addAll(command.inventories());
    Optional<Path> sysroot = command.hosts().sysroot();
    if (sysroot.isPresent()) {
      if (!sources.isEmpty() || command.hosts().limit().isPresent()) {
        problems.add("--sysroot: judges a captured tree, so there is no inventory and no --limit");
      }
      if (!Files.exists(sysroot.get())) {
        problems.add("--sysroot: there is no %s".formatted(sysroot.get()));
      }
      return new Source.Captured(sysroot.get());
    }
    if (sources.isEmpty()) {
      problems.add(
          "which hosts? Name an inventory; inventory/examples/localhost.ini is this machine");
    }
    return new Source.Inventory(sources, command.hosts().limit());
  }

  private static Probe probe(
      ProbeArguments arguments, Source source, Thresholds thresholds, List<String> problems) {
    Optional<ProbeMode> mode = arguments.mode();
    if (mode.isEmpty()) {
      problems.add("--mode %s: must be inspect, file or extent".formatted(arguments.modeText()));
    }
    Optional<ScratchDevice> scratch =
        arguments.scratch().flatMap(text -> ScratchArgument.parse(text, problems));
    if (scratch.isPresent() && !mode.equals(Optional.of(ProbeMode.EXTENT))) {
      problems.add(
          "--scratch: overwrites a device, which --mode %s forbids"
              .formatted(arguments.modeText()));
    }
    if (scratch.isPresent() && source instanceof Source.Captured) {
      problems.add("--scratch: a captured tree has no devices");
    }
    Ranges.check("--busy-limit", arguments.busyLimit(), 0, 100, problems);
    Ranges.check("--budget", arguments.budgetSeconds(), 1, Ranges.DAY, problems);
    Ranges.check("--budget-mib", arguments.budgetMib(), 1, 1 << 20, problems);
    ProbeMode most =
        source instanceof Source.Captured ? ProbeMode.INSPECT : mode.orElse(ProbeMode.INSPECT);
    return new Probe(
        scratch.isPresent() ? ProbeMode.SCRATCH : most,
        scratch,
        arguments.thin(),
        arguments.busyLimit(),
        new Request.Budget(
            arguments.budgetSeconds() * 1000L,
            (long) arguments.budgetMib() << 20,
            thresholds.slowRatio(),
            thresholds.okRatio()));
  }

  /** For reports: by long name, without secrets. */
  Map<String, String> forReports() {
    Map<String, String> options = new TreeMap<>();
    if (source instanceof Source.Inventory inventory) {
      options.put("inventory", String.join(" ", inventory.sources()));
      inventory.limit().ifPresent(limit -> options.put("limit", limit));
      options.put("forks", String.valueOf(forks));
    } else if (source instanceof Source.Captured captured) {
      options.put("sysroot", captured.tree().toString());
    }
    options.put("mode", probe.mode().name().toLowerCase(Locale.ROOT));
    probe.scratch().ifPresent(scratch -> options.put("scratch", scratch.device()));
    options.put("probe-thin", String.valueOf(probe.thin()));
    options.put("busy-limit", String.valueOf(probe.busyLimit()));
    options.put("budget", String.valueOf(probe.budget().millis() / 1000));
    options.put("budget-mib", String.valueOf(probe.budget().bytes() >> 20));
    options.put("deadline", String.valueOf(deadline.toSeconds()));
    options.putAll(forReports(policy.thresholds()));
    return options;
  }

  /** Nothing where they are fleetcheck's own. */
  static Map<String, String> forReports(Thresholds thresholds) {
    return thresholds.equals(Thresholds.DEFAULT)
        ? Map.of()
        : Map.of(THRESHOLDS, thresholds.toString());
  }
}
