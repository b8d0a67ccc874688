package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.cli.AuditOptions.Rerun;
import io.fleetcheck.controller.cli.AuditOptions.Source;
import io.fleetcheck.controller.report.DiffTable;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.RunDiff;
import io.fleetcheck.controller.run.RunDisks;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.run.RunListener;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import io.fleetcheck.controller.store.Recorder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One audit from its options to its exit code. */
final class AuditSession {
  private static final Set<RunDiff.Kind> NOT_IN_BASELINE =
      Set.of(RunDiff.Kind.NEW, RunDiff.Kind.WORSE);

  private final Surroundings surroundings;
  private final Parts parts;
  private final AuditOptions options;
  private final ReportWriter reports;

  AuditSession(Surroundings surroundings, Parts parts, AuditOptions options) {
    this.surroundings = surroundings;
    this.parts = parts;
    this.options = options;
    this.reports = new ReportWriter(surroundings, options.reports(), options.style());
  }

  int run() throws UsageException, StoreException, IOException {
    if (options.source() instanceof Source.Captured captured) {
      try (CapturedSource tree = CapturedSource.open(captured.tree())) {
        return run(Targets.captured(tree.name()), tree.root().toString(), Optional.empty());
      }
    }
    Optional<RunStore> store = options.keeping().store().open(surroundings);
    try {
      return run(targets((Source.Inventory) options.source(), store), "/", store);
    } finally {
      if (store.isPresent()) {
        store.get().close();
      }
    }
  }

  private Targets targets(Source.Inventory inventory, Optional<RunStore> store)
      throws UsageException, StoreException {
    Targets.Selected selected =
        Targets.select(
            inventory.sources(), "all", inventory.limit(), options.vault().open(surroundings));
    Optional<Rerun> rerun = options.keeping().rerun();
    if (rerun.isPresent()) {
      selected = UnfinishedHosts.of(kept(store, "--rerun"), rerun.get()).among(selected);
    }
    if (options.probe().scratch().isPresent() && selected.hosts().size() != 1) {
      throw new UsageException(
          "--scratch: a device is overwritten on exactly one host, and %d are selected; name it with --limit"
              .formatted(selected.hosts().size()));
    }
    return selected.resolve(options.connection().options(surroundings));
  }

  private static RunStore kept(Optional<RunStore> store, String option) throws UsageException {
    return store.orElseThrow(
        () -> new UsageException(option + ": with --store none there is no kept run"));
  }

  private int run(Targets targets, String sysroot, Optional<RunStore> store)
      throws UsageException, StoreException, IOException {
    Optional<RunDisks> baseline = baseline(store);
    RunHead head = HostWork.head(surroundings, options.forReports());
    List<RunListener> listeners = new ArrayList<>();
    reports.stream().ifPresent(listeners::add);
    Optional<Recorder> recorder = Optional.empty();
    if (store.isPresent()) {
      store.get().begin(head, targets.all());
      recorder = Optional.of(new Recorder(store.get(), head.id()));
      listeners.add(recorder.get());
    }
    HostWork work =
        new HostWork(
            surroundings, parts, options.style().verbose(), options.everyName(), listeners);
    AuditResult result =
        work.run(
            head,
            targets,
            options.probe().request(Request.Action.AUDIT, sysroot),
            options.forks(),
            options.deadline(),
            parts.judge().apply(options.policy().thresholds()).with(options.policy().waivers()));
    recorder.ifPresent(kept -> kept.end(result));
    boolean written = reports.write(result, store);
    Optional<RunDiff> diff = baseline.map(known -> RunDiff.of(known, RunDisks.of(result)));
    diff.ifPresent(this::show);
    Optional<StoreException> lost = recorder.flatMap(Recorder::problem);
    lost.ifPresent(
        e -> surroundings.err().println("fleetcheck: the run is not kept to its end: " + e.line()));
    if (!written || lost.isPresent()) {
      return ExitCode.INTERNAL;
    }
    return diff.map(changes -> ExitCode.of(result, changes.has(NOT_IN_BASELINE)))
        .orElseGet(() -> ExitCode.of(result));
  }

  private Optional<RunDisks> baseline(Optional<RunStore> store)
      throws UsageException, StoreException {
    if (options.keeping().baseline().isEmpty()) {
      return Optional.empty();
    }
    RunStore kept = kept(store, "--baseline");
    return Optional.of(kept.disks(RunName.find(kept, options.keeping().baseline().get())));
  }

  /** Beside a table on standard output; where a program reads that, on standard error. */
  private void show(RunDiff diff) {
    PrintWriter out =
        reports.onOutput().equals(ReportFormats.TABLE) ? surroundings.out() : surroundings.err();
    out.println();
    DiffTable.lines(diff).forEach(out::println);
  }
}
