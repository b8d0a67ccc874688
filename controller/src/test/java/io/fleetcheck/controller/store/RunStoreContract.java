package io.fleetcheck.controller.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.controller.report.SampleRun;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.KeptDisk;
import io.fleetcheck.controller.run.KeptRun;
import io.fleetcheck.controller.run.RunDisks;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.run.StoreException;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.playbooks.Waiver;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every store does. */
abstract class RunStoreContract {
  private static final AuditResult SAMPLE = SampleRun.result();

  /** Each time another connection to the same, at first empty, store. */
  abstract RunStore open() throws StoreException;

  @Test
  void keepsAllThatARunWas() throws Exception {
    try (RunStore store = open()) {
      keep(store, SAMPLE);
    }
    try (RunStore again = open()) {
      assertEquals(Optional.of(SAMPLE), again.load(SAMPLE.id()));
      assertEquals(Optional.empty(), again.load("no-such-run"));
      assertEquals(Optional.of(SAMPLE.hosts().get(0)), again.host(SAMPLE.id(), "db1"));
      assertEquals(Optional.empty(), again.host(SAMPLE.id(), "db9"));
      assertEquals(Optional.empty(), again.host("no-such-run", "db1"));
      assertEquals(List.of(), again.check());
    }
  }

  @Test
  void keepsEveryKindOfOutcome() throws Exception {
    List<HostOutcome> outcomes =
        List.of(
            new HostOutcome.Answered(),
            new HostOutcome.Unreachable(Stage.HOST_KEY, "changed"),
            new HostOutcome.NoJava("none"),
            new HostOutcome.AgentFailed(
                Stage.RUN, OptionalInt.empty(), Optional.of("KILL"), "killed", "noise\n\u00e9"),
            new HostOutcome.AgentFailed(
                Stage.START, OptionalInt.of(1), Optional.empty(), "ended", ""),
            new HostOutcome.TimedOut(Stage.CONNECT, "late"),
            new HostOutcome.Skipped(Optional.of(Stage.RUN), "aborted"),
            new HostOutcome.Skipped(Optional.empty(), "aborted"),
            new HostOutcome.Bug(Optional.of(Stage.PUSH), "a bug"));
    List<HostResult> hosts = new ArrayList<>();
    for (HostOutcome outcome : outcomes) {
      hosts.add(host("host" + hosts.size(), outcome));
    }
    AuditResult run = run("every-outcome", hosts, true);
    try (RunStore store = open()) {
      keep(store, run);
      assertEquals(Optional.of(run), store.load(run.id()));
    }
  }

  @Test
  void keepsAVerdictsWaiver() throws Exception {
    Waiver waiver =
        new Waiver(
            new Waiver.Subject.Disk("naa.1"),
            "to be replaced",
            "ada",
            "bob",
            Instant.parse("2027-01-01T00:00:00Z"));
    HostResult answered = SAMPLE.hosts().get(0);
    List<Verdict> verdicts = new ArrayList<>(answered.verdicts());
    Verdict first = verdicts.get(0);
    verdicts.set(
        0,
        new Verdict(
            first.disk(),
            first.level(),
            first.code(),
            first.also(),
            first.sentence(),
            first.zerooutNanos(),
            first.writeNanos(),
            first.ratio(),
            first.mounts(),
            first.evidence(),
            Optional.of(waiver)));
    HostResult waived =
        new HostResult(
            answered.name(),
            answered.outcome(),
            answered.events(),
            verdicts,
            answered.timings(),
            answered.started(),
            answered.finished());
    AuditResult run = run("waived", List.of(waived), false);
    try (RunStore store = open()) {
      keep(store, run);
      assertEquals(Optional.of(run), store.load(run.id()));
      assertTrue(store.disks(run.id()).disks().get(0).waived());
    }
  }

  @Test
  void aKilledControllerLosesNoHostThatAnswered() throws Exception {
    try (RunStore store = open()) {
      store.begin(head(SAMPLE), names(SAMPLE));
      store.add(SAMPLE.id(), SAMPLE.hosts().get(0));
    }
    try (RunStore again = open()) {
      AuditResult left = again.load(SAMPLE.id()).orElseThrow();
      assertTrue(left.aborted());
      assertEquals(names(SAMPLE), names(left));
      assertEquals(SAMPLE.hosts().get(0), left.hosts().get(0));
      assertTrue(
          left.hosts().stream()
              .skip(1)
              .allMatch(host -> host.outcome() instanceof HostOutcome.Skipped));
      KeptRun line = again.runs().get(0);
      assertEquals(Optional.empty(), line.finished());
      assertEquals(SAMPLE.hosts().size(), line.targeted());
      assertEquals(Map.of("answered", 1L), line.outcomes());
    }
  }

  @Test
  void theLaterResultOfAHostReplacesTheEarlier() throws Exception {
    try (RunStore store = open()) {
      keep(store, SAMPLE);
      HostResult later = host("db1", new HostOutcome.Bug(Optional.empty(), "after all"));
      store.add(SAMPLE.id(), later);
      assertEquals(later, store.load(SAMPLE.id()).orElseThrow().hosts().get(0));
      assertEquals(List.of(), store.disks(SAMPLE.id()).disks());
    }
  }

  @Test
  void listsTheNewestFirst() throws Exception {
    try (RunStore store = open()) {
      AuditResult old = at("old", Instant.parse("2026-01-01T00:00:00Z"));
      AuditResult young = at("young", Instant.parse("2026-01-01T00:00:00.000001Z"));
      keep(store, young);
      keep(store, old);
      assertEquals(
          List.of("young", "old"), store.runs().stream().map(run -> run.head().id()).toList());
      KeptRun line = store.runs().get(0);
      assertEquals(head(young), line.head());
      assertEquals(Optional.of(young.finished()), line.finished());
      assertEquals(
          Map.of(Level.OK, 2L, Level.UNKNOWN, 1L, Level.AT_RISK, 0L, Level.BROKEN, 1L),
          line.levels());
    }
  }

  @Test
  void tellsOfDisksWhatTheRunSaid() throws Exception {
    try (RunStore store = open()) {
      keep(store, SAMPLE);
      assertEquals(RunDisks.of(SAMPLE), store.disks(SAMPLE.id()));
      assertEquals(new RunDisks("none", Set.of(), List.of()), store.disks("none"));
    }
  }

  @Test
  void followsADiskOverRuns() throws Exception {
    try (RunStore store = open()) {
      keep(store, at("first", Instant.parse("2026-01-01T00:00:00Z")));
      keep(store, at("second", Instant.parse("2026-01-02T00:00:00Z")));
      List<KeptDisk> history = store.diskHistory("naa.5000c50000000001");
      assertEquals(List.of("second", "first"), history.stream().map(KeptDisk::run).toList());
      assertEquals(DiskId.Kind.NAA, history.get(0).id().kind());
      assertEquals(List.of(), store.diskHistory("naa.0"));
    }
  }

  @Test
  void forgetsWhatIsOld() throws Exception {
    try (RunStore store = open()) {
      keep(store, at("old", Instant.parse("2026-01-01T00:00:00Z")));
      keep(store, at("kept", Instant.parse("2026-01-02T00:00:00Z")));
      assertEquals(1, store.prune(Instant.parse("2026-01-02T00:00:00Z")));
      assertEquals(List.of("kept"), store.runs().stream().map(run -> run.head().id()).toList());
      assertEquals(1, store.diskHistory("naa.5000c50000000001").size());
      assertEquals(0, store.prune(Instant.parse("2026-01-02T00:00:00Z")));
    }
  }

  @Test
  void refusesTwoRunsOfOneName() throws Exception {
    try (RunStore store = open()) {
      keep(store, SAMPLE);
      assertThrows(StoreException.class, () -> store.begin(head(SAMPLE), names(SAMPLE)));
      assertEquals(Optional.of(SAMPLE), store.load(SAMPLE.id()));
    }
  }

  @Test
  void takesHostsFromManyThreads() throws Exception {
    List<HostResult> hosts = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      hosts.add(host("host" + i, new HostOutcome.Answered()));
    }
    AuditResult run = run("many", hosts, false);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (RunStore store = open()) {
      store.begin(head(run), names(run));
      List<Future<?>> added = new ArrayList<>();
      for (HostResult host : hosts) {
        added.add(
            threads.submit(
                () -> {
                  store.add(run.id(), host);
                  return host;
                }));
      }
      for (Future<?> one : added) {
        one.get();
      }
      store.finish(run.id(), run.finished(), false);
      assertEquals(Optional.of(run), store.load(run.id()));
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void isReadWhileAnotherWrites() throws Exception {
    try (RunStore writer = open();
        RunStore reader = open()) {
      writer.begin(head(SAMPLE), names(SAMPLE));
      assertEquals(1, reader.runs().size());
      writer.add(SAMPLE.id(), SAMPLE.hosts().get(0));
      assertEquals(Map.of("answered", 1L), reader.runs().get(0).outcomes());
    }
  }

  @RepeatedTest(20)
  void isMadeOnceWhereTwoStartAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<RunStore> one = threads.submit(this::open);
      Future<RunStore> other = threads.submit(this::open);
      try (RunStore first = one.get();
          RunStore second = other.get()) {
        keep(first, SAMPLE);
        assertEquals(1, second.runs().size());
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      threads.shutdown();
    }
  }

  static void keep(RunStore store, AuditResult run) throws StoreException {
    store.begin(head(run), names(run));
    for (HostResult host : run.hosts()) {
      store.add(run.id(), host);
    }
    store.finish(run.id(), run.finished(), run.aborted());
  }

  private static RunHead head(AuditResult run) {
    return new RunHead(run.id(), run.started(), run.controller(), run.options());
  }

  private static List<String> names(AuditResult run) {
    return run.hosts().stream().map(HostResult::name).toList();
  }

  private static HostResult host(String name, HostOutcome outcome) {
    return new HostResult(
        name,
        outcome,
        List.of(),
        List.of(),
        Map.of(Stage.CONNECT, Duration.ofNanos(12_345)),
        SAMPLE.started(),
        SAMPLE.finished());
  }

  private static AuditResult run(String id, List<HostResult> hosts, boolean aborted) {
    return new AuditResult(
        id, SAMPLE.started(), SAMPLE.finished(), "here", Map.of(), hosts, aborted);
  }

  private static AuditResult at(String id, Instant started) {
    return new AuditResult(
        id,
        started,
        started.plusSeconds(12),
        SAMPLE.controller(),
        SAMPLE.options(),
        SAMPLE.hosts(),
        false);
  }
}
