package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.run.Examination;
import io.fleetcheck.controller.run.Examination.Examined;
import io.fleetcheck.controller.run.Finding;
import io.fleetcheck.controller.run.Finding.Grade;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.ConnectionSettings.Become;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a look at real hosts finds. */
@Timeout(120)
class ExaminationTest {
  @TempDir private static Path directory;
  private static Optional<RealSshd> sshd = Optional.empty();

  private final FleetConnector connector;

  ExaminationTest() throws IOException {
    connector =
        new FleetConnector(
            TestAgent.user(directory), TestAgent.JAR, TestAgent.NO_RUNTIMES, Optional.empty());
  }

  @BeforeAll
  static void start() throws IOException {
    Skip.unlessRoot("make users");
    sshd = Optional.of(RealSshd.start(directory, List.of("ed25519")));
  }

  @AfterAll
  static void stop() {
    sshd.ifPresent(RealSshd::close);
  }

  @AfterEach
  void close() throws IOException {
    connector.close();
    TestAgent.removeCopies();
  }

  @Test
  void allThatAnAuditNeedsIsFine() throws IOException {
    try (TestUser user = TestUser.create("/bin/sh").withSudoers("USER ALL=(ALL) NOPASSWD: ALL")) {
      Examined examined = examine(settings(user, Optional.of(become())));
      assertTrue(examined.isFine(), examined.toString());
      assertEquals(
          List.of("resolve", "connect", "host key", "authentication", "shell", "become"),
          examined.steps().subList(0, 6).stream().map(step -> step.finding().what()).toList());
      for (String what : List.of("user", "java", "cache", "kernel", "tracefs", "lock", "clock")) {
        assertEquals(1, findings(examined, what), examined.toString());
      }
      Examination.Step last = examined.steps().get(examined.steps().size() - 1);
      assertEquals("agent", last.finding().what());
      assertTrue(last.took().isPresent());
    }
  }

  @Test
  void aStageThatFailsIsTheLastAndSaysWhatToDo() throws IOException {
    try (TestUser user = TestUser.create("/bin/sh").withPassword("secret")) {
      Examined examined = examine(settings(user, Optional.of(become())));
      assertFalse(examined.isFine());
      Finding last = examined.steps().get(examined.steps().size() - 1).finding();
      assertEquals("become", last.what());
      assertEquals(Grade.WRONG, last.grade());
      assertEquals(1, findings(examined, "become"), examined.toString());
      assertTrue(
          (last.found() + last.remedy()).contains(Scripts.sudoersLine(user.name(), "root")),
          last.toString());
    }
  }

  @Test
  void whoIsNotRootIsTold() throws IOException {
    try (TestUser user = TestUser.create("/bin/sh")) {
      Examined examined = examine(settings(user, Optional.empty()));
      assertFalse(examined.isFine());
      assertTrue(examined.toString().contains("become root: -b"), examined.toString());
    }
  }

  private Examined examine(ConnectionSettings settings) {
    return new Examination(settings, connector::examine, Clock.systemUTC()).run();
  }

  private static ConnectionSettings settings(TestUser user, Optional<Become> become)
      throws IOException {
    RealSshd there = sshd.orElseThrow();
    return there.settings(user.name(), there.known("ed25519"), become, Optional.empty());
  }

  private static Become become() {
    return new Become("sudo", "root", Optional.empty());
  }

  private static long findings(Examined examined, String what) {
    return examined.steps().stream().filter(step -> step.finding().what().equals(what)).count();
  }
}
