package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.run.HostOutcome.AgentFailed;
import io.fleetcheck.controller.run.HostOutcome.Answered;
import io.fleetcheck.controller.run.HostOutcome.NoJava;
import io.fleetcheck.controller.run.HostOutcome.TimedOut;
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shells, homes and caches as real hosts have them, with users that are made for it. */
@Timeout(120)
class HostTroublesTest {
  @TempDir private static Path directory;
  private static Optional<RealSshd> shared = Optional.empty();

  private final FleetConnector connector;

  HostTroublesTest() throws IOException {
    connector =
        new FleetConnector(
            TestAgent.user(directory), TestAgent.JAR, TestAgent.NO_RUNTIMES, Optional.empty());
  }

  @BeforeAll
  static void start() throws IOException {
    Skip.unlessRoot("make users and mounts");
    shared = Optional.of(RealSshd.start(directory, List.of("ed25519")));
  }

  @AfterAll
  static void stop() {
    shared.ifPresent(RealSshd::close);
  }

  @AfterEach
  void close() {
    connector.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/dash", "/bin/bash", "/usr/bin/fish", "/bin/tcsh", "/bin/zsh"})
  void anyLoginShell(String shell) throws IOException {
    try (TestUser user = TestUser.create(shell)) {
      TestAgent.Ran ran = run(user);
      assertEquals(new Answered(), ran.outcome());
      assertEquals(
          Files.getAttribute(user.home(), "unix:uid"), ran.uid(), "runs as the login user");
      assertTrue(Files.exists(user.home().resolve(".cache/fleetcheck/" + TestAgent.FILE)));
    }
  }

  @Test
  void aStartFileThatPrintsAndComplains() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash")) {
      user.withFile(".bashrc", "printf 'Welcome!'; echo oops >&2; stty erase x\n");
      assertEquals(new Answered(), run(user).outcome());
    }
  }

  /** Start files may cost a second of CPU: there is one command for all that is to be done. */
  @Test
  void theStartFileIsReadOnce() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash")) {
      user.withFile(".bashrc", "echo read >> started\n");
      TestAgent.Ran ran = run(user);
      assertEquals(new Answered(), ran.outcome());
      assertTrue(ran.stages().contains(Stage.PUSH), "nothing more is to be done at later times");
      assertEquals(List.of("read"), Files.readAllLines(user.home().resolve("started")));
    }
  }

  @Test
  void aUserWhoMayNotLogIn() throws IOException {
    try (TestUser user = TestUser.create("/usr/sbin/nologin")) {
      Unreachable outcome = assertInstanceOf(Unreachable.class, run(user).outcome());
      assertEquals(Stage.SHELL, outcome.stage());
      assertTrue(
          outcome.detail().contains("This account is currently not available"), outcome.detail());
    }
  }

  @Test
  void aLockedAccount() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash")) {
      Shell.must("usermod", "--password", "!", user.name());
      Unreachable outcome = assertInstanceOf(Unreachable.class, run(user).outcome());
      assertEquals(Stage.AUTHENTICATION, outcome.stage());
      assertTrue(outcome.detail().contains("Is the account locked?"), outcome.detail());
    }
  }

  @Test
  void aPasswordInsteadOfAKey() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash").withPassword("open sesame")) {
      assertEquals(new Answered(), runWithPassword(user, "open sesame").outcome());
    }
  }

  @Test
  void aWrongPasswordIsTriedOnce() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash").withPassword("open sesame")) {
      Unreachable outcome =
          assertInstanceOf(Unreachable.class, runWithPassword(user, "open barley").outcome());
      assertEquals(Stage.AUTHENTICATION, outcome.stage());
      // The last that sshd has to tell of a connection that never got in.
      String gone = "authenticating user " + user.name();
      assertEquals(1, shared.orElseThrow().said("Failed password for " + user.name() + " ", gone));
    }
  }

  private TestAgent.Ran runWithPassword(TestUser user, String password) throws IOException {
    RealSshd sshd = shared.orElseThrow();
    ConnectionSettings settings = sshd.settings(user.name(), sshd.known("ed25519"));
    return TestAgent.run(
        connector.connect(
            new ConnectionSettings(
                settings.name(),
                settings.method(),
                settings.address(),
                settings.port(),
                settings.user(),
                Optional.of(new Secret(password)),
                List.of(),
                settings.jumps(),
                settings.proxyCommand(),
                settings.knownHostsFiles(),
                true,
                settings.timeout(),
                settings.become())),
        "/");
  }

  @Test
  void aCacheThatOthersCanWriteToIsNotUsed() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash")) {
      user.withFile(".cache/fleetcheck/" + TestAgent.FILE, "#!evil");
      Shell.must("chmod", "777", user.home() + "/.cache/fleetcheck");
      assertEquals(new Answered(), run(user).outcome());
      assertTrue(Files.exists(Path.of("/var/tmp", "fleetcheck-" + uid(user), TestAgent.FILE)));
    }
  }

  @Test
  void aCacheOfSomebodyElseIsNotUsed() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash");
        TestUser other = TestUser.create("/bin/bash")) {
      user.withFile(".cache/unwritable", "");
      Shell.must("chown", "root:", user.home() + "/.cache");
      Path squatted = Path.of("/var/tmp", "fleetcheck-" + uid(user));
      Shell.must("install", "-d", "-m", "700", "-o", other.name(), squatted.toString());
      Path link = Path.of("/tmp", "fleetcheck-" + uid(user));
      Files.createSymbolicLink(link, other.home());
      Shell.must("chown", "-h", other.name(), link.toString());
      TestAgent.Ran ran = run(user);
      assertEquals(new Answered(), ran.outcome());
      assertTrue(Files.exists(Path.of("/dev/shm", "fleetcheck-" + uid(user), TestAgent.FILE)));
      assertTrue(Files.isSymbolicLink(link));
      assertFalse(Files.exists(other.home().resolve(TestAgent.FILE), LinkOption.NOFOLLOW_LINKS));
    }
  }

  @Test
  void aDamagedCopyIsReplaced() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash")) {
      assertEquals(new Answered(), run(user).outcome());
      Path copy = user.home().resolve(".cache/fleetcheck/" + TestAgent.FILE);
      Files.writeString(copy, "cut");
      TestAgent.Ran ran = run(user);
      assertEquals(new Answered(), ran.outcome());
      assertTrue(ran.stages().contains(Stage.PUSH));
      assertEquals(TestAgent.JAR.content().length, Files.size(copy));
    }
  }

  @Test
  void aFullHomeFallsBack() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd = inMounts("mount -t tmpfs -o size=16k,mode=777 none " + user.home())) {
      TestAgent.Ran ran = run(sshd, user);
      assertEquals(new Answered(), ran.outcome());
      assertTrue(Files.exists(Path.of("/var/tmp", "fleetcheck-" + uid(user), TestAgent.FILE)));
    }
  }

  @Test
  void theOtherPlacesAreTriedInTheirOrder() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd =
            inMounts(
                "for d in "
                    + user.home()
                    + " /var/tmp; do mount -t tmpfs -o size=16k,mode=1777 none $d; done")) {
      assertEquals(new Answered(), run(sshd, user).outcome());
      assertTrue(Files.exists(Path.of("/tmp", "fleetcheck-" + uid(user), TestAgent.FILE)));
    }
  }

  @Test
  void aReadOnlyHomeFallsBack() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd = inMounts("mount -t tmpfs -o ro,mode=755 none " + user.home())) {
      assertEquals(new Answered(), run(sshd, user).outcome());
      assertTrue(Files.exists(Path.of("/var/tmp", "fleetcheck-" + uid(user), TestAgent.FILE)));
    }
  }

  @Test
  void theAgentNeedsNoPlaceThatExecutes() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd = inMounts("mount -t tmpfs -o noexec,mode=777 none " + user.home())) {
      TestAgent.Ran first = run(sshd, user);
      assertEquals(new Answered(), first.outcome());
      assertTrue(first.stages().contains(Stage.PUSH));
      assertFalse(run(sshd, user).stages().contains(Stage.PUSH), "kept in the home");
    }
  }

  @Test
  void aStartFileThatDoesNotEnd() throws IOException {
    Duration limit = Duration.ofSeconds(20);
    StageLimits limits =
        new StageLimits(limit, limit, Duration.ofSeconds(2), limit, limit, limit, limit);
    FleetConnector impatient =
        new FleetConnector(
            TestAgent.user(directory), TestAgent.JAR, TestAgent.NO_RUNTIMES, Optional.of(limits));
    try (TestUser user = TestUser.create("/bin/bash")) {
      user.withFile(".bashrc", "exec sleep 30\n");
      RealSshd sshd = shared.orElseThrow();
      TimedOut outcome =
          assertInstanceOf(
              TimedOut.class,
              TestAgent.run(
                      impatient.connect(sshd.settings(user.name(), sshd.known("ed25519"))), "/")
                  .outcome());
      assertEquals(Stage.SHELL, outcome.stage());
      assertTrue(outcome.detail().contains("a slow start file such as .bashrc"), outcome.detail());
    } finally {
      impatient.close();
    }
  }

  @Test
  void aHostThatIsFullEverywhere() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd =
            inMounts(
                "for d in "
                    + user.home()
                    + " /var/tmp /dev/shm; do mount -t tmpfs -o size=16k,mode=1777 none $d; done;"
                    + " mkdir /tmp/fleetcheck-"
                    + uid(user))) {
      AgentFailed failed = assertInstanceOf(AgentFailed.class, run(sshd, user).outcome());
      String squatted = "/tmp/fleetcheck-" + uid(user);
      assertTrue(failed.reason().contains("/var/tmp/fleetcheck-" + uid(user) + ": no space"));
      assertTrue(failed.reason().contains(squatted + ": is not a directory of our own"));
      Files.delete(Path.of(squatted));
    }
  }

  @Test
  void aHostWithoutJava() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd =
            inMounts(
                "mount -t tmpfs none /usr/lib/jvm; mkdir -p /usr/lib/jvm/java-8/bin; echo"
                    + " JAVA_VERSION=\\\"1.8.0_402\\\" > /usr/lib/jvm/java-8/release; printf"
                    + " \\#!/bin/sh > /usr/lib/jvm/java-8/bin/java; chmod 755"
                    + " /usr/lib/jvm/java-8/bin/java")) {
      NoJava outcome = assertInstanceOf(NoJava.class, run(sshd, user).outcome());
      assertTrue(
          outcome
              .found()
              .contains("/usr/lib/jvm/java-8/bin/java: version 1.8.0_402, older than 17"),
          outcome.found());
    }
  }

  /** An sshd for which some places are mounted over. */
  private static RealSshd inMounts(String commands) throws IOException {
    Skip.unless(
        Shell.run("unshare", "--mount", "true").status() == 0, "no mount namespaces to be had");
    return RealSshd.startBehind(
        List.of("unshare", "--mount", "/bin/sh", "-c", commands + "; exec \"$0\" \"$@\""),
        directory,
        List.of("ed25519"));
  }

  private static Object uid(TestUser user) throws IOException {
    return Files.getAttribute(user.home(), "unix:uid");
  }

  private TestAgent.Ran run(TestUser user) throws IOException {
    return run(shared.orElseThrow(), user);
  }

  private TestAgent.Ran run(RealSshd sshd, TestUser user) throws IOException {
    return TestAgent.run(
        connector.connect(
            sshd.settings(
                user.name(),
                sshd.knownHosts(
                    "127.0.0.1 " + RealSshd.publicKey(directory.resolve("host_ed25519"))))),
        "/");
  }
}
