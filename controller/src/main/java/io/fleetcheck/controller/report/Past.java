package io.fleetcheck.controller.report;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.KeptDisk;
import io.fleetcheck.controller.run.KeptRun;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What kept runs say of the disks of one run. A disk is known again by its WWID, or within its host
 * by vendor, model and serial number; one without either has no past.
 */
public final class Past {
  /** Where nothing is kept. */
  public static final Past NONE = new Past(List.of(), Map.of(), Optional.empty());

  /** Of more runs a picture of one disk becomes a smear, and a report of a fleet gets large. */
  private static final int RUNS = 20;

  private final List<RunHead> runs;
  private final Map<String, List<Moment>> moments;
  private final Optional<RunStore> store;
  private Optional<String> problem = Optional.empty();

  /**
   * Hosts come one after the other, so the one that was loaded last is most likely wanted again.
   */
  private String loadedName = "";

  private Optional<HostResult> loaded = Optional.empty();

  private Past(List<RunHead> runs, Map<String, List<Moment>> moments, Optional<RunStore> store) {
    this.runs = runs;
    this.moments = moments;
    this.store = store;
  }

  /**
   * A disk in one of the runs.
   *
   * @param run its position in {@link #runs}
   */
  record Moment(int run, KeptDisk disk) {}

  /**
   * A disk that was measured with another limit than it has now.
   *
   * @param run its position in {@link #runs}
   */
  record Earlier(int run, DiskView view, ProbeResult.Measured measured) {}

  /**
   * Of the newest runs of a store.
   *
   * @param store stays open until the report is written
   */
  public static Past of(RunStore store, AuditResult result) throws StoreException {
    Set<String> wanted = new HashSet<>();
    for (HostResult host : result.hosts()) {
      host.verdicts().forEach(verdict -> wanted.add(key(host.name(), verdict.disk())));
    }
    List<RunHead> runs = new ArrayList<>();
    Map<String, List<Moment>> moments = new HashMap<>();
    for (KeptRun run : store.runs()) {
      if (runs.size() == RUNS) {
        break;
      }
      for (KeptDisk disk : store.disks(run.head().id()).disks()) {
        String key = key(disk.host(), disk.id());
        if (disk.id().kind() != DiskId.Kind.VOLATILE && wanted.contains(key)) {
          moments
              .computeIfAbsent(key, any -> new ArrayList<>(1))
              .add(new Moment(runs.size(), disk));
        }
      }
      runs.add(run.head());
    }
    return new Past(runs, moments, Optional.of(store));
  }

  private static String key(String host, DiskId id) {
    return (id.isGlobal() ? "" : host) + "\n" + id.text();
  }

  /** The newest first. */
  List<RunHead> runs() {
    return runs;
  }

  /** One for each run that saw the disk, the newest first; of several hosts that see it the own. */
  List<Moment> of(String host, DiskId id) {
    Map<Integer, Moment> byRun = new LinkedHashMap<>();
    for (Moment moment : moments.getOrDefault(key(host, id), List.of())) {
      byRun.merge(
          moment.run(), moment, (one, other) -> other.disk().host().equals(host) ? other : one);
    }
    return List.copyOf(byRun.values());
  }

  /**
   * The newest measurement from before a change of {@code max_write_same_blocks}: of a run that is
   * older than the one reported, with another code and another limit.
   */
  Optional<Earlier> before(AuditResult result, DiskView now) {
    for (Moment moment : of(now.host(), now.disk().id())) {
      RunHead head = runs.get(moment.run());
      boolean other = !moment.disk().code().equals(now.verdict().code());
      if (head.started().isBefore(result.started())
          && other
          && moment.disk().zerooutNanos().isPresent()) {
        Optional<Earlier> then = view(moment).flatMap(view -> measured(moment, view));
        if (then.isPresent()
            && !then.get().view().maxWriteSameBlocks().equals(now.maxWriteSameBlocks())) {
          return then;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Earlier> measured(Moment moment, DiskView view) {
    return view.probe()
        .filter(ProbeResult.Measured.class::isInstance)
        .map(ProbeResult.Measured.class::cast)
        .filter(measured -> measured.zeroing().isPresent())
        .map(measured -> new Earlier(moment.run(), view, measured));
  }

  private Optional<DiskView> view(Moment moment) {
    String run = runs.get(moment.run()).id();
    String name = run + "\n" + moment.disk().host();
    if (!name.equals(loadedName)) {
      loadedName = name;
      loaded = load(run, moment.disk().host());
    }
    return loaded.stream()
        .flatMap(host -> DiskView.of(host, host.told()).stream())
        .filter(view -> view.disk().id().equals(moment.disk().id()))
        .findFirst();
  }

  private Optional<HostResult> load(String run, String host) {
    try {
      return store.isPresent() ? store.get().host(run, host) : Optional.empty();
    } catch (StoreException e) {
      // The report is worth having without it.
      problem = Optional.of(e.line());
      return Optional.empty();
    }
  }

  /** Why something of the past is missing, if it is. */
  public Optional<String> problem() {
    return problem;
  }
}
