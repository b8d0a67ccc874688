package io.fleetcheck.controller.run;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Machine;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.agent.wire.Turn;
import io.fleetcheck.controller.run.HostOutcome.Answered;
import io.fleetcheck.controller.run.HostOutcome.Skipped;
import io.fleetcheck.controller.run.HostOutcome.TimedOut;
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.inventory.ConnectionSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AuditTest {
  private static final Duration YEARS = Duration.ofDays(20 * 365);
  private static final DiskId LUN = new DiskId(DiskId.Kind.NAA, "naa.5000c50001234567");
  private static final DiskId OTHER = new DiskId(DiskId.Kind.NAA, "naa.5000c50001234568");

  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Map<String, ScriptedHost.Script> scripts = new LinkedHashMap<>();
  private final Map<String, String> addresses = new LinkedHashMap<>();
  private RunListener listener = new RunListener() {};
  private Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private LongSupplier nanos = System::nanoTime;
  private Duration deadline = Duration.ofMinutes(10);
  private Duration grace = Duration.ofMinutes(1);

  @AfterEach
  void stopBackground() {
    background.shutdownNow();
  }

  @Test
  void everyTargetHasOneOutcomeInTheOrderOfTheInventory() {
    CountDownLatch second = new CountDownLatch(1);
    host(
        "slow",
        calls -> {
          ScriptedHost.await(second);
          return new Answered();
        });
    host(
        "fast",
        calls -> {
          second.countDown();
          return new Unreachable(Stage.CONNECT, "refused");
        });
    AuditResult result = audit().run(plan(10));
    assertEquals(List.of("slow", "fast"), result.hosts().stream().map(HostResult::name).toList());
    assertEquals(List.of("answered", "unreachable"), outcomes(result));
    assertFalse(result.aborted());
  }

  @Test
  void neverMoreHostsAtOnceThanForks() throws Exception {
    Crowd crowd = new Crowd();
    for (int i = 0; i < 6; i++) {
      host("host" + i, crowd);
    }
    Future<AuditResult> running = background.submit(() -> audit().run(plan(2)));
    crowd.arrived(2);
    for (int i = 2; i < 6; i++) {
      crowd.leave(1);
      crowd.arrived(1);
    }
    crowd.leave(2);
    assertEquals(Collections.nCopies(6, "answered"), outcomes(running.get()));
    assertEquals(2, crowd.most.get());
  }

  @Test
  void anAddressThatIsTakenHoldsUpNobodyElse() throws Exception {
    Crowd crowd = new Crowd();
    Crowd elsewhere = new Crowd();
    for (int i = 0; i < 6; i++) {
      host("port" + i, crowd);
      addresses.put("port" + i, "192.0.2.1");
    }
    host("elsewhere", elsewhere);
    Future<AuditResult> running = background.submit(() -> audit().run(plan(10)));
    crowd.arrived(HostQueue.PER_ADDRESS);
    elsewhere.arrived(1);
    elsewhere.leave(1);
    crowd.leave(6);
    assertEquals(7, running.get().hosts().size());
    assertEquals(HostQueue.PER_ADDRESS, crowd.most.get());
  }

  @Test
  void aHostThatNeverReturnsIsGivenUpAndTheRestIsAudited() {
    deadline = Duration.ofSeconds(1);
    grace = Duration.ofMillis(50);
    CountDownLatch never = new CountDownLatch(1);
    host(
        "stuck",
        calls -> {
          calls.stage().accept(Stage.AUTHENTICATION);
          never.await();
          return new Answered();
        });
    host("next", calls -> new Answered());
    AuditResult result = audit().run(plan(1));
    TimedOut stuck = assertInstanceOf(TimedOut.class, result.hosts().get(0).outcome());
    assertEquals(Stage.AUTHENTICATION, stuck.stage());
    assertEquals("answered", result.hosts().get(1).outcome().text());
    never.countDown();
  }

  @Test
  void whatIsThrownBecomesTheHostsOutcome() {
    host(
        "bug",
        calls -> {
          throw new StackOverflowError("deep");
        });
    host("fine", calls -> new Answered());
    AuditResult result = audit().run(plan(1));
    assertEquals(List.of("internal_error", "answered"), outcomes(result));
    String detail = result.hosts().get(0).outcome().detail();
    assertTrue(detail.contains("StackOverflowError: deep at io.fleetcheck"), detail);
    assertFalse(detail.contains("\n"));
  }

  @Test
  void aListenerThatThrowsSpoilsItsHostOnlyAndIsNotHidden() {
    host("a", calls -> new Answered());
    host("b", calls -> new Answered());
    listener =
        new RunListener() {
          @Override
          public void hostFinished(HostResult result) {
            if (result.name().equals("a")) {
              throw new IllegalStateException("the report's disk is full");
            }
          }
        };
    AuditResult result = audit().run(plan(1));
    assertEquals(List.of("internal_error", "answered"), outcomes(result));
    assertTrue(result.hosts().get(0).outcome().detail().contains("disk is full"));
  }

  @Test
  void abortStopsAgentsSkipsTheRestAndKeepsWhatIsKnown() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    host(
        "asked",
        calls -> {
          calls.events().accept(new Event.TopologyFound(topology(LUN, OTHER)));
          calls.events().accept(probed(LUN));
          running.countDown();
          return calls.untilStopped();
        });
    host("notAsked", calls -> new Answered());
    Audit audit = audit();
    Future<AuditResult> result = background.submit(() -> audit.run(plan(1)));
    ScriptedHost.await(running);
    audit.abort();
    AuditResult aborted = result.get();
    assertTrue(aborted.aborted());
    assertEquals(List.of("skipped", "skipped"), outcomes(aborted));
    assertEquals(2, aborted.hosts().get(0).verdicts().size());
    assertEquals(1, aborted.hosts().get(0).probes().size());
    assertEquals(new Skipped(Optional.empty(), "aborted"), aborted.hosts().get(1).outcome());
  }

  @Test
  void abortBeforeTheStartAsksNobody() {
    host(
        "host",
        calls -> {
          throw new AssertionError("asked");
        });
    Audit audit = audit();
    audit.abort();
    assertEquals(List.of("skipped"), outcomes(audit.run(plan(1))));
  }

  @Test
  void aDeadAgentsDisksAreAllJudged() {
    host(
        "died",
        calls -> {
          calls.events().accept(new Event.TopologyFound(topology(LUN, OTHER)));
          calls.events().accept(probed(LUN));
          return new HostOutcome.AgentFailed(
              Stage.RUN, OptionalInt.empty(), Optional.of("KILL"), "killed", "");
        });
    HostResult died = audit().run(plan(1)).hosts().get(0);
    assertEquals(
        List.of("probed", "armed_unmeasured"),
        died.verdicts().stream().map(Verdict::code).toList());
  }

  @Test
  void oneHostAtATimeProbesALun() throws Exception {
    AtomicInteger probing = new AtomicInteger();
    List<Boolean> alone = Collections.synchronizedList(new ArrayList<>());
    CyclicBarrier together = new CyclicBarrier(3);
    for (int i = 0; i < 3; i++) {
      host(
          "host" + i,
          calls -> {
            await(together);
            Turn turn = calls.turns().apply(new Event.TurnWanted(LUN));
            alone.add(turn.granted() && probing.incrementAndGet() == 1);
            probing.decrementAndGet();
            calls.events().accept(probed(LUN));
            return new Answered();
          });
    }
    assertEquals(List.of("answered", "answered", "answered"), outcomes(audit().run(plan(3))));
    assertEquals(List.of(true, true, true), alone);
  }

  @Test
  void aTurnEndsWithItsHostAndWithItsDiskOnly() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch otherGranted = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    host(
        "holder",
        calls -> {
          assertTrue(calls.turns().apply(new Event.TurnWanted(LUN)).granted());
          calls.events().accept(probed(OTHER));
          held.countDown();
          ScriptedHost.await(otherGranted);
          ended.set(true);
          return new HostOutcome.AgentFailed(
              Stage.RUN, OptionalInt.of(1), Optional.empty(), "died", "");
        });
    host(
        "waiter",
        calls -> {
          ScriptedHost.await(held);
          assertTrue(calls.turns().apply(new Event.TurnWanted(OTHER)).granted());
          otherGranted.countDown();
          assertTrue(calls.turns().apply(new Event.TurnWanted(LUN)).granted());
          assertTrue(ended.get(), "granted while the other host had it");
          return new Answered();
        });
    assertEquals(List.of("agent_failed", "answered"), outcomes(audit().run(plan(2))));
  }

  @Test
  void aTurnThatDoesNotComeBeforeTheDeadlineIsDenied() throws Exception {
    deadline = Duration.ofSeconds(1);
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch denied = new CountDownLatch(1);
    host(
        "holder",
        calls -> {
          assertTrue(calls.turns().apply(new Event.TurnWanted(LUN)).granted());
          held.countDown();
          ScriptedHost.await(denied);
          return new Answered();
        });
    host(
        "waiter",
        calls -> {
          ScriptedHost.await(held);
          Turn turn = calls.turns().apply(new Event.TurnWanted(LUN));
          denied.countDown();
          return new Unreachable(Stage.RUN, turn.granted() + " " + turn.why());
        });
    assertEquals(
        "false another host was still probing this LUN",
        audit().run(plan(2)).hosts().get(1).outcome().detail());
  }

  @Test
  void abortFreesHostsThatWaitForATurn() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    host(
        "holder",
        calls -> {
          assertTrue(calls.turns().apply(new Event.TurnWanted(LUN)).granted());
          waiting.countDown();
          return calls.untilStopped();
        });
    host(
        "waiter",
        calls -> {
          ScriptedHost.await(waiting);
          Turn turn = calls.turns().apply(new Event.TurnWanted(LUN));
          return new Unreachable(Stage.RUN, turn.granted() + " " + turn.why());
        });
    Audit audit = audit();
    Future<AuditResult> result = background.submit(() -> audit.run(plan(2)));
    ScriptedHost.await(waiting);
    audit.abort();
    assertEquals("false the run was aborted", result.get().hosts().get(1).outcome().detail());
  }

  @Test
  void requestsDifferByTokenAndCarryDeadlineAndClock() {
    clock = Clock.fixed(Instant.ofEpochMilli(1234), ZoneOffset.UTC);
    List<Request> requests = Collections.synchronizedList(new ArrayList<>());
    for (String name : List.of("a", "b")) {
      host(
          name,
          calls -> {
            requests.add(calls.request());
            return new Answered();
          });
    }
    audit().run(plan(1));
    Request a = requests.get(0);
    assertEquals(600, a.deadlineSeconds());
    assertEquals(1234, a.controllerTimeMillis());
    assertEquals(32, a.token().length());
    assertNotEquals(a.token(), requests.get(1).token());
  }

  @Test
  void stagesAreTimedWhateverTheWallClockIsSetTo() {
    AtomicLong millis = new AtomicLong();
    nanos = () -> millis.get() * 1_000_000;
    Settable wall = new Settable();
    clock = wall;
    host(
        "host",
        calls -> {
          calls.stage().accept(Stage.CONNECT);
          millis.addAndGet(20);
          wall.now = wall.now.plus(YEARS);
          calls.stage().accept(Stage.HOST_KEY);
          millis.addAndGet(3);
          wall.now = wall.now.minus(YEARS.multipliedBy(2));
          calls.stage().accept(Stage.CONNECT);
          millis.addAndGet(5);
          return new Unreachable(Stage.CONNECT, "");
        });
    assertEquals(
        Map.of(Stage.CONNECT, Duration.ofMillis(25), Stage.HOST_KEY, Duration.ofMillis(3)),
        audit().run(plan(1)).hosts().get(0).timings());
  }

  @Test
  void nothingEndsBeforeItBegan() {
    Settable wall = new Settable();
    clock = wall;
    host(
        "host",
        calls -> {
          wall.now = wall.now.minus(YEARS);
          return new Answered();
        });
    AuditResult result = audit().run(plan(1));
    assertEquals(result.started(), result.finished());
    assertEquals(result.hosts().get(0).started(), result.hosts().get(0).finished());
  }

  @Test
  void aWallClockThatIsSetEndsNoWaitForATurn() throws Exception {
    Settable wall = new Settable();
    clock = wall;
    CountDownLatch held = new CountDownLatch(1);
    Semaphore asking = new Semaphore(0);
    host(
        "holder",
        calls -> {
          assertTrue(calls.turns().apply(new Event.TurnWanted(LUN)).granted());
          held.countDown();
          assertTrue(asking.tryAcquire(30, TimeUnit.SECONDS));
          return new Answered();
        });
    host(
        "waiter",
        calls -> {
          ScriptedHost.await(held);
          wall.now = wall.now.plus(YEARS);
          Thread waiting = Thread.currentThread();
          background.execute(
              () -> {
                while (waiting.getState() != Thread.State.TIMED_WAITING) {
                  Thread.onSpinWait();
                }
                asking.release();
              });
          Turn turn = calls.turns().apply(new Event.TurnWanted(LUN));
          asking.release();
          return new Unreachable(Stage.RUN, turn.granted() + " " + turn.why());
        });
    assertEquals("true ", audit().run(plan(2)).hosts().get(1).outcome().detail());
  }

  @Test
  void oneMachineUnderTwoNamesGoesOnUnderOneOfThem() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger went = new AtomicInteger();
    for (String name : List.of("alias", "host")) {
      host(
          name,
          calls -> {
            await(both);
            Admission admission = calls.turns().admit(hello(new Machine("id", "boot", "host")));
            if (!admission.granted()) {
              return new Skipped(Optional.empty(), admission.why());
            }
            went.incrementAndGet();
            return new Answered();
          });
    }
    AuditResult result = audit().run(plan(2));
    assertEquals(1, went.get());
    HostResult first = outcome(result, "answered");
    HostResult second = outcome(result, "same_machine");
    assertEquals(
        new Skipped(
            Optional.empty(),
            "the same machine as " + first.name() + ", whose outcome counts for both",
            Optional.of(first.name())),
        second.outcome());
  }

  @Test
  void machinesThatOnlyShareAnIdGoOnAndAreWarnedOf() {
    List<Machine> machines =
        List.of(
            new Machine("id", "boot", "host"),
            new Machine("id", "another boot", "host"),
            new Machine("id", "boot", "container"));
    for (int i = 0; i < machines.size(); i++) {
      Machine machine = machines.get(i);
      host("host" + i, calls -> admitted(calls, machine));
    }
    AuditResult result = audit().run(plan(1));
    for (HostResult host : result.hosts()) {
      assertEquals(new Answered(), host.outcome());
    }
    assertEquals(0, warnings(result.hosts().get(0)));
    assertEquals(1, warnings(result.hosts().get(1)));
    assertEquals(1, warnings(result.hosts().get(2)));
  }

  @Test
  void machinesThatCannotBeToldApartGoOn() {
    host("a", calls -> admitted(calls, new Machine("", "", "")));
    host("b", calls -> admitted(calls, new Machine("", "", "")));
    host("c", calls -> admitted(calls, new Machine("", "boot", "")));
    host("d", calls -> admitted(calls, new Machine("", "boot", "")));
    for (HostResult host : audit().run(plan(1)).hosts()) {
      assertEquals(new Answered(), host.outcome());
      assertEquals(0, warnings(host));
    }
  }

  private static HostOutcome admitted(ScriptedHost.Calls calls, Machine machine) {
    return calls.turns().admit(hello(machine)).granted()
        ? new Answered()
        : new Skipped(Optional.empty(), "");
  }

  private static Event.Hello hello(Machine machine) {
    return new Event.Hello("1", 1, "17", "amd64", 0, 1, Optional.of(machine));
  }

  private static long warnings(HostResult host) {
    return host.events().stream().filter(Event.Warning.class::isInstance).count();
  }

  private static HostResult outcome(AuditResult result, String text) {
    return result.hosts().stream()
        .filter(host -> host.outcome().text().equals(text))
        .findFirst()
        .orElseThrow();
  }

  private void host(String name, ScriptedHost.Script script) {
    scripts.put(name, script);
  }

  private Audit audit() {
    return new Audit(
        settings -> new ScriptedHost(requireNonNull(scripts.get(settings.name()))),
        AuditTest::judge,
        listener,
        new Clocks(clock, nanos),
        grace);
  }

  private AuditPlan plan(int forks) {
    Request template =
        new Request(
            Request.PROTOCOL,
            "",
            Request.Action.AUDIT,
            "/",
            ProbeMode.EXTENT,
            List.of(),
            Request.Budget.DEFAULT,
            0,
            false,
            0,
            0);
    List<ConnectionSettings> targets = scripts.keySet().stream().map(this::target).toList();
    RunHead head = new RunHead("run", clock.instant(), "controller", Map.of());
    return new AuditPlan(head, targets, forks, template, Map.of(), deadline);
  }

  private ConnectionSettings target(String name) {
    return new ConnectionSettings(
        name,
        ConnectionSettings.Method.SSH,
        addresses.getOrDefault(name, name),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        true,
        Duration.ofSeconds(10),
        Optional.empty());
  }

  private static List<Verdict> judge(Topology topology, Map<DiskId, ProbeResult> probes) {
    return topology.disks().stream()
        .map(disk -> verdict(disk.id(), probes.containsKey(disk.id())))
        .toList();
  }

  private static Verdict verdict(DiskId disk, boolean probed) {
    return new Verdict(
        disk,
        Level.UNKNOWN,
        probed ? "probed" : "armed_unmeasured",
        List.of(),
        "",
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  private static Event probed(DiskId disk) {
    return new Event.DiskProbed(
        disk,
        new ProbeResult.Refused(
            List.of(new Refusal(ProbeMode.EXTENT, RefusalReason.BUSY, "sda", ""))));
  }

  private static Topology topology(DiskId... disks) {
    Reading<String> unknown = Reading.absent("/");
    return new Topology(
        new Topology.HostFacts(unknown, unknown, unknown, unknown, unknown, "amd64", 4096),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Arrays.stream(disks)
            .map(disk -> new Topology.Disk(disk, disk.text(), List.of("sda")))
            .toList());
  }

  private static List<String> outcomes(AuditResult result) {
    return result.hosts().stream().map(host -> host.outcome().text()).toList();
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Hosts that stay until they may leave, counted. */
  private static final class Crowd implements ScriptedHost.Script {
    final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger present = new AtomicInteger();
    private final Semaphore arrivals = new Semaphore(0);
    private final Semaphore departures = new Semaphore(0);

    @Override
    public HostOutcome run(ScriptedHost.Calls calls) throws InterruptedException {
      most.accumulateAndGet(present.incrementAndGet(), Math::max);
      arrivals.release();
      departures.acquire();
      present.decrementAndGet();
      return new Answered();
    }

    void arrived(int hosts) throws InterruptedException {
      assertTrue(arrivals.tryAcquire(hosts, 30, TimeUnit.SECONDS));
    }

    void leave(int hosts) {
      departures.release(hosts);
    }
  }

  /** A clock that stands until a test sets it. */
  private static final class Settable extends Clock {
    private volatile Instant now = Instant.EPOCH;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }
}
