package io.fleetcheck.controller.ssh;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.run.Audit;
import io.fleetcheck.controller.run.AuditPlan;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.Examination;
import io.fleetcheck.controller.run.Finding;
import io.fleetcheck.controller.run.HostOutcome.Answered;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.run.RunListener;
import io.fleetcheck.controller.verdict.Judge;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.playbooks.Thresholds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real agent on a host whose wall clock and the controller's are decades apart. */
@Timeout(180)
class ClockSkewTest {
  private static final Duration AHEAD = Duration.ofDays(20 * 365);

  /** What every program of the host asks for the time is answered by this. */
  private static final String WRONG_CLOCK =
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <sys/time.h>
      #include <time.h>
      int clock_gettime(clockid_t id, struct timespec *now) {
        int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
        int failed = real(id, now);
        if (!failed && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) now->tv_sec += %1$d;
        return failed;
      }
      int gettimeofday(struct timeval *now, void *zone) {
        int (*real)(struct timeval *, void *) = dlsym(RTLD_NEXT, "gettimeofday");
        int failed = real(now, zone);
        if (!failed) now->tv_sec += %1$d;
        return failed;
      }
      time_t time(time_t *now) {
        time_t (*real)(time_t *) = dlsym(RTLD_NEXT, "time");
        time_t told = real(0) + %1$d;
        if (now) *now = told;
        return told;
      }
      """;

  @TempDir private Path directory;

  private FleetConnector connector;

  @BeforeEach
  void open() throws IOException {
    connector =
        new FleetConnector(
            TestAgent.user(directory),
            AgentJar.ofThisVersion(),
            TestAgent.NO_RUNTIMES,
            Optional.empty());
  }

  @AfterEach
  void close() {
    connector.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1999-12-31T23:59:59Z", "2068-01-01T00:00:00Z"})
  void theTimesToldAreTheControllers(Instant now) throws IOException {
    try (RealSshd sshd = RealSshd.start(directory, List.of("ed25519"))) {
      HostResult right = audit(sshd, Clock.systemUTC());
      HostResult skewed = audit(sshd, Clock.fixed(now, ZoneOffset.UTC));
      assertEquals(now, skewed.started());
      assertEquals(now, skewed.finished());
      isTheSame(right, skewed);
    }
  }

  @Test
  void aHostDecadesAheadIsAuditedAsAnyOther() throws IOException {
    Path library = wrongClock();
    HostResult right;
    try (RealSshd sshd = RealSshd.start(directory, List.of("ed25519"))) {
      right = audit(sshd, Clock.systemUTC());
    }
    try (RealSshd sshd =
        RealSshd.start(
            directory,
            List.of("ed25519"),
            "ForceCommand LD_PRELOAD=" + library + " exec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"")) {
      Instant before = Instant.now();
      HostResult ahead = audit(sshd, Clock.systemUTC());
      assertTrue(Duration.between(before, ahead.finished()).compareTo(AHEAD) < 0);
      isTheSame(right, ahead);
      Finding clock = clockOf(sshd);
      Instant there = Instant.ofEpochSecond(Long.parseLong(clock.found()));
      assertTrue(!there.isBefore(before.plus(AHEAD).minusSeconds(1)), clock.toString());
      assertEquals(Finding.Grade.OK, clock.grade());
    }
  }

  private Path wrongClock() throws IOException {
    Skip.unlessInstalled("/usr/bin/gcc", "gcc libc6-dev");
    Path source =
        Files.writeString(directory.resolve("clock.c"), WRONG_CLOCK.formatted(AHEAD.toSeconds()));
    Path library = directory.resolve("clock.so");
    Shell.must("gcc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl");
    return library;
  }

  private Finding clockOf(RealSshd sshd) throws IOException {
    return new Examination(settings(sshd), connector::examine, Clock.systemUTC())
        .run().steps().stream()
            .map(Examination.Step::finding)
            .filter(finding -> finding.what().equals("clock"))
            .findFirst()
            .orElseThrow();
  }

  /** Disks that came or went meanwhile are no matter of clocks. */
  private static void isTheSame(HostResult right, HostResult skewed) {
    assertEquals(new Answered(), right.outcome());
    assertEquals(new Answered(), skewed.outcome());
    assertEquals(right.timings().keySet(), skewed.timings().keySet());
    assertTrue(
        skewed.timings().values().stream()
            .allMatch(took -> !took.isNegative() && took.toMinutes() < 3),
        skewed.timings().toString());
    assertTrue(skewed.timings().values().stream().anyMatch(took -> took.toMillis() > 0));
    Map<String, String> codes = codes(right);
    Map<String, String> others = codes(skewed);
    codes.keySet().retainAll(others.keySet());
    others.keySet().retainAll(codes.keySet());
    assertEquals(codes, others);
  }

  private static Map<String, String> codes(HostResult host) {
    return host.verdicts().stream()
        .collect(toMap(verdict -> verdict.disk().text(), Verdict::code, (a, b) -> a + b));
  }

  /** Only looks: a developer's disks are not this test's to write to. */
  private HostResult audit(RealSshd sshd, Clock clock) throws IOException {
    Request template =
        new Request(
            Request.PROTOCOL,
            "",
            Request.Action.AUDIT,
            "/",
            ProbeMode.INSPECT,
            List.of(),
            Request.Budget.DEFAULT,
            0,
            false,
            0,
            0);
    RunHead head = new RunHead("run", clock.instant(), "controller", Map.of());
    AuditPlan plan =
        new AuditPlan(head, List.of(settings(sshd)), 1, template, Map.of(), Duration.ofMinutes(2));
    AuditResult result =
        new Audit(connector, new Judge(Thresholds.DEFAULT)::judge, new RunListener() {}, clock)
            .run(plan);
    return result.hosts().get(0);
  }

  private ConnectionSettings settings(RealSshd sshd) throws IOException {
    // Without a port: known keys are read once for all sshds of a test.
    String key = RealSshd.publicKey(directory.resolve("host_ed25519"));
    return sshd.settings(
        System.getProperty("user.name"), sshd.knownHosts(RealSshd.HOST + " " + key));
  }
}
