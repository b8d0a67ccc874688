package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Turn;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostOutcome.AgentFailed;
import io.fleetcheck.controller.run.HostOutcome.Answered;
import io.fleetcheck.controller.run.HostOutcome.Skipped;
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.RemoteHost;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings.Become;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sudo as this machine has it, for users that are made for it. */
@Timeout(120)
class BecomeTest {
  private static final String PASSWORD = "corr3ct horse'\"$ battery";

  @TempDir private static Path directory;
  private static Optional<RealSshd> sshd = Optional.empty();
  private static Path known = Path.of("/nonexistent");

  private final FleetConnector connector;

  BecomeTest() throws IOException {
    connector =
        new FleetConnector(
            TestAgent.user(directory), TestAgent.JAR, TestAgent.NO_RUNTIMES, Optional.empty());
  }

  @BeforeAll
  static void start() throws IOException {
    Skip.unlessRoot("make users and sudoers files");
    sshd = Optional.of(RealSshd.start(directory, List.of("ed25519")));
    known = sshd.get().known("ed25519");
  }

  @AfterAll
  static void stop() {
    sshd.ifPresent(RealSshd::close);
  }

  @BeforeEach
  @AfterEach
  void removeCopies() throws IOException {
    TestAgent.removeCopies();
  }

  @AfterEach
  void close() {
    connector.close();
  }

  @Test
  void withoutAPassword() throws IOException {
    try (TestUser user = user().withSudoers("USER ALL=(ALL) NOPASSWD: ALL")) {
      TestAgent.Ran first = run(user, Optional.empty(), "/");
      assertEquals(new Answered(), first.outcome());
      assertEquals(0, first.uid());
      assertTrue(first.stages().containsAll(List.of(Stage.BECOME, Stage.PUSH)), first.toString());
      Path copy = Path.of("/var/lib/fleetcheck/agent", TestAgent.FILE);
      assertEquals("root", Files.getOwner(copy).getName());
      assertFalse(Files.exists(user.home().resolve(".cache")), "the user keeps no copy");
      TestAgent.Ran second = run(user, Optional.empty(), "/");
      assertFalse(second.stages().contains(Stage.PUSH));
    }
  }

  @Test
  void withAPassword() throws IOException {
    try (TestUser user = user().withPassword(PASSWORD).withSudoers("USER ALL=(ALL) ALL")) {
      TestAgent.Ran ran = run(user, Optional.of(new Secret(PASSWORD)), "/");
      assertEquals(new Answered(), ran.outcome());
      assertEquals(0, ran.uid());
      assertFalse(ran.toString().contains(PASSWORD));
    }
  }

  @Test
  void thePasswordIsNowhereToBeSeenWhileTheAgentRuns() throws IOException {
    try (TestUser user = user().withPassword(PASSWORD).withSudoers("USER ALL=(ALL) ALL")) {
      List<String> seen = new ArrayList<>();
      RemoteHost host = host(user, new Become("sudo", "root", Optional.of(new Secret(PASSWORD))));
      HostOutcome outcome =
          host.run(
              TestAgent.request("wait", 60),
              stage -> {
                if (stage == Stage.RUN) {
                  seen.add(processes());
                  host.stop();
                }
              },
              event -> {},
              wanted -> new Turn(wanted.disk(), true, ""));
      assertEquals(new Skipped(Optional.of(Stage.RUN), "aborted"), outcome);
      assertTrue(seen.get(0).contains(TestAgent.FILE), "not looked at the right processes");
      assertFalse(seen.get(0).contains(PASSWORD));
    }
  }

  /** Command lines and environments of all processes. */
  private static String processes() {
    StringBuilder text = new StringBuilder();
    for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
      for (String file : List.of("cmdline", "environ")) {
        try {
          byte[] content = Files.readAllBytes(Path.of("/proc/" + process.pid(), file));
          text.append(new String(content, StandardCharsets.ISO_8859_1));
        } catch (IOException ended) {
          // Since it was listed.
        }
      }
    }
    return text.toString();
  }

  @Test
  void withAPasswordThatIsNotAskedFor() throws IOException {
    try (TestUser user = user().withSudoers("USER ALL=(ALL) NOPASSWD: ALL")) {
      TestAgent.Ran ran = run(user, Optional.of(new Secret(PASSWORD)), "/");
      assertEquals(new Answered(), ran.outcome());
      assertEquals(0, ran.uid());
    }
  }

  @Test
  void threeWrongPasswordsStopTheRun() throws IOException {
    try (TestUser user = user().withPassword(PASSWORD).withSudoers("USER ALL=(ALL) ALL")) {
      for (int i = 0; i < 3; i++) {
        Unreachable outcome = refused(user, Optional.of(new Secret("wrong")));
        assertTrue(outcome.detail().contains("the password is wrong"), outcome.detail());
      }
      Skipped skipped =
          assertInstanceOf(
              Skipped.class, run(user, Optional.of(new Secret(PASSWORD)), "/").outcome());
      assertEquals(Optional.empty(), skipped.at());
      assertTrue(
          skipped.reason().contains("the become password was wrong 3 times"), skipped.reason());
    }
  }

  @Test
  void withAWrongPassword() throws IOException {
    try (TestUser user = user().withPassword(PASSWORD).withSudoers("USER ALL=(ALL) ALL")) {
      Unreachable outcome = refused(user, Optional.of(new Secret("wrong")));
      assertTrue(outcome.detail().contains("the password is wrong"), outcome.detail());
    }
  }

  /** By sudo's own count: each further one would bring the account nearer to being locked. */
  @Test
  void aWrongPasswordIsTriedOnce() throws IOException {
    Path log = directory.resolve("sudo.log");
    try (TestUser user =
        user()
            .withPassword(PASSWORD)
            .withSudoers("Defaults:USER logfile=" + log + ", loglinelen=0", "USER ALL=(ALL) ALL")) {
      assertTrue(refused(user, Optional.of(new Secret("wrong"))).detail().contains("is wrong"));
      // It writes when it ends, which nobody waits for.
      while (!Files.exists(log) || !Files.readString(log).contains("incorrect password")) {
        Thread.onSpinWait();
      }
      String said = Files.readString(log);
      assertTrue(said.contains(" : 1 incorrect password attempt ;"), said);
    }
  }

  @Test
  void withALecture() throws IOException {
    try (TestUser user =
        user()
            .withPassword(PASSWORD)
            .withSudoers("Defaults:USER lecture=always", "USER ALL=(ALL) ALL")) {
      assertEquals(new Answered(), run(user, Optional.of(new Secret(PASSWORD)), "/").outcome());
    }
  }

  /** What it says is understood in one language, so that is what it is to speak. */
  @Test
  void whereSudoSpeaksGermanToUsers() throws IOException {
    Path own = Files.createTempDirectory(directory, "german");
    List<String> there = germanPlace();
    try (TestUser user =
            user()
                .withPassword(PASSWORD)
                .withSudoers("USER ALL=(ALL) ALL")
                .withFile(".bashrc", "export LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8\n");
        RealSshd german = RealSshd.startBehind(there, own, List.of("ed25519"))) {
      List<String> look = new ArrayList<>(there);
      look.addAll(List.of("runuser", "-u", user.name(), "--", "env", "LC_ALL=de_DE.UTF-8"));
      look.addAll(List.of("sudo", "-n", "true"));
      String said = Shell.run(look.toArray(String[]::new)).text();
      Skip.unless(said.contains("Passwort"), "sudo knows no German here: " + said);
      String none = saidBy(german, user, Optional.empty()).detail();
      assertTrue(none.contains("wants a password: give one with --ask-become-pass"), none);
      String wrong = saidBy(german, user, Optional.of(new Secret("wrong"))).detail();
      assertTrue(wrong.contains("the password is wrong"), wrong);
      assertEquals(new Answered(), saidBy(german, user, Optional.of(new Secret(PASSWORD))));
    }
  }

  /** A command in front of others, for which German is installed. */
  private static List<String> germanPlace() {
    Skip.unlessInstalled("/usr/bin/localedef", "libc-bin");
    Skip.unless(
        Files.exists(Path.of("/usr/share/i18n/locales/de_DE")), "no de_DE: install locales");
    return List.of(
        "unshare",
        "--mount",
        "/bin/sh",
        "-c",
        "mount -t tmpfs none /usr/lib/locale && localedef -i de_DE -f UTF-8 de_DE.UTF-8 &&"
            + " exec \"$0\" \"$@\"");
  }

  private HostOutcome saidBy(RealSshd there, TestUser user, Optional<Secret> password)
      throws IOException {
    Become become = new Become("sudo", "root", password);
    return TestAgent.run(
            connector.connect(
                there.settings(
                    user.name(), there.known("ed25519"), Optional.of(become), Optional.empty())),
            "/")
        .outcome();
  }

  @Test
  void whereAPasswordIsWantedAndNoneGiven() throws IOException {
    try (TestUser user = user().withPassword(PASSWORD).withSudoers("USER ALL=(ALL) ALL")) {
      String detail = refused(user, Optional.empty()).detail();
      assertTrue(detail.contains("wants a password: give one with --ask-become-pass"), detail);
    }
  }

  @Test
  void whereSudoersSaysNothing() throws IOException {
    try (TestUser user = user().withPassword(PASSWORD)) {
      String detail = refused(user, Optional.of(new Secret(PASSWORD))).detail();
      assertTrue(detail.contains("sudoers does not allow " + user.name() + " anything"), detail);
      assertTrue(detail.contains(Scripts.sudoersLine(user.name(), "root")), detail);
    }
  }

  @Test
  void whereSudoersAllowsOtherCommandsOnly() throws IOException {
    try (TestUser user =
        user().withPassword(PASSWORD).withSudoers("USER ALL=(ALL) NOPASSWD: /usr/bin/true")) {
      String detail = refused(user, Optional.of(new Secret(PASSWORD))).detail();
      assertTrue(detail.contains(Scripts.sudoersLine(user.name(), "root")), detail);
    }
  }

  @Test
  void theOneCommandInSudoersWillDo() throws IOException {
    try (TestUser user = user().withSudoers(Scripts.sudoersLine("USER", "root"))) {
      TestAgent.Ran ran = run(user, Optional.empty(), "/");
      assertEquals(new Answered(), ran.outcome());
      assertEquals(0, ran.uid());
      assertEquals(
          1, Shell.run("runuser", "-u", user.name(), "--", "sudo", "-n", "/bin/sh").status());
    }
  }

  @Test
  void whereSudoWantsATerminal() throws IOException {
    try (TestUser user =
        user().withSudoers("Defaults:USER requiretty", "USER ALL=(ALL) NOPASSWD: ALL")) {
      String detail = refused(user, Optional.empty()).detail();
      assertTrue(detail.contains("Defaults:" + user.name() + " !requiretty"), detail);
    }
  }

  @Test
  void bySudoAtAnotherPathWithFlags() throws IOException {
    try (TestUser user =
        user()
            .withSudoers("USER ALL=(ALL) NOPASSWD: ALL")
            .withFile("my sudo", "#!/bin/sh\necho \"$@\" >\"$HOME/called\"\nexec sudo \"$@\"\n")) {
      Path program = user.home().resolve("my sudo");
      assertTrue(program.toFile().setExecutable(true, false));
      Become become =
          new Become(
              "sudo", "root", Optional.empty(), List.of(program.toString(), "-H", "-g", "root"));
      assertEquals(0, run(user, become, "/").uid());
      String called = Files.readString(user.home().resolve("called"));
      assertTrue(called.startsWith("-H -g root -n -u root -- "), called);
      Become missing = new Become("sudo", "root", Optional.empty(), List.of("/none/sudo"));
      String detail = refused(user, missing).detail();
      assertTrue(detail.contains("there is no /none/sudo"), detail);
    }
  }

  @Test
  void anotherUserThanRoot() throws IOException {
    try (TestUser user = user().withSudoers("USER ALL=(ALL) NOPASSWD: ALL");
        TestUser other = user()) {
      TestAgent.Ran ran = run(user, new Become("sudo", other.name(), Optional.empty()), "/");
      assertEquals(new Answered(), ran.outcome());
      assertEquals(Files.getAttribute(other.home(), "unix:uid"), ran.uid());
    }
  }

  @Test
  void suWithThePasswordOfTheOther() throws IOException {
    try (TestUser user = user();
        TestUser other = user().withPassword(PASSWORD)) {
      TestAgent.Ran ran =
          run(user, new Become("su", other.name(), Optional.of(new Secret(PASSWORD))), "/");
      assertEquals(new Answered(), ran.outcome());
      assertEquals(Files.getAttribute(other.home(), "unix:uid"), ran.uid());
      assertFalse(ran.toString().contains(PASSWORD));
    }
  }

  @Test
  void suInAnotherLanguageAndToAnotherShell() throws IOException {
    try (TestUser user =
            user().withFile(".bashrc", "export LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8\n");
        TestUser other = TestUser.create("/bin/zsh").withPassword(PASSWORD)) {
      assertEquals(
          new Answered(),
          run(user, new Become("su", other.name(), Optional.of(new Secret(PASSWORD))), "/")
              .outcome());
    }
  }

  @Test
  void suOfRootAsksForNothing() throws IOException {
    try (TestUser other = user()) {
      Become become = new Become("su", other.name(), Optional.of(new Secret(PASSWORD)));
      TestAgent.Ran ran =
          TestAgent.run(
              connector.connect(
                  sshd.orElseThrow()
                      .settings("root", known, Optional.of(become), Optional.empty())),
              "/");
      assertEquals(new Answered(), ran.outcome());
      assertEquals(Files.getAttribute(other.home(), "unix:uid"), ran.uid());
    }
  }

  @Test
  void suWithAWrongPasswordOrNone() throws IOException {
    try (TestUser user = user();
        TestUser other = user().withPassword(PASSWORD)) {
      Unreachable wrong =
          refused(user, new Become("su", other.name(), Optional.of(new Secret("wrong"))));
      assertTrue(wrong.detail().contains("is wrong (tried once)"), wrong.detail());
      Unreachable none = refused(user, new Become("su", other.name(), Optional.empty()));
      assertTrue(
          none.detail().contains("it wants the password of " + other.name() + ": give one"),
          none.detail());
    }
  }

  @Test
  void rootThatIsRootAlready() throws IOException {
    TestAgent.Ran ran =
        TestAgent.run(
            connector.connect(
                sshd.orElseThrow()
                    .settings(
                        "root",
                        known,
                        Optional.of(new Become("sudo", "root", Optional.empty())),
                        Optional.empty())),
            "/");
    assertEquals(new Answered(), ran.outcome());
  }

  @Test
  void anAgentThatIsKilledBehindSudo() throws IOException {
    try (TestUser user = user().withSudoers("USER ALL=(ALL) NOPASSWD: ALL")) {
      AgentFailed failed =
          assertInstanceOf(AgentFailed.class, run(user, Optional.empty(), "kill").outcome());
      assertEquals(Optional.of("KILL"), failed.signal());
    }
  }

  @Test
  void theTraceInstanceOfAnAgentThatIsKilledBehindSudo() throws IOException {
    try (TraceFs traces = TraceFs.mounted();
        TestUser user = user().withSudoers("USER ALL=(ALL) NOPASSWD: ALL")) {
      TestAgent.Ran ran = run(user, Optional.empty(), "kill tracing");
      AgentFailed failed = assertInstanceOf(AgentFailed.class, ran.outcome());
      assertEquals(Optional.of("KILL"), failed.signal());
      long pid = ((Event.Hello) ran.events().get(0)).pid();
      List<String> left =
          traces.instances().stream()
              .filter(name -> name.startsWith("fleetcheck-" + pid + "-"))
              .toList();
      for (String other : left) {
        traces.remove(other);
      }
      assertEquals(1, left.size(), left.toString());
    }
  }

  @Test
  void rootRunsNoJavaThatTheUserCanReplace() throws IOException {
    try (TestUser user =
        user().withSudoers("Defaults:USER !secure_path", "USER ALL=(ALL) NOPASSWD: ALL")) {
      user.withFile("bin/java", "#!/bin/sh\ntouch /run/fleetcheck-owned\n");
      Shell.must("chmod", "755", user.home() + "/bin/java");
      user.withFile(".bashrc", "export PATH=$HOME/bin:$PATH\n");
      TestAgent.Ran ran = run(user, Optional.empty(), "/");
      assertEquals(new Answered(), ran.outcome());
      assertFalse(Files.exists(Path.of("/run/fleetcheck-owned")));
    }
  }

  @Test
  void aCopyThatIsNotWholeIsReplaced() throws IOException {
    try (TestUser user = user().withSudoers("USER ALL=(ALL) NOPASSWD: ALL")) {
      assertEquals(new Answered(), run(user, Optional.empty(), "/").outcome());
      Path copy = Path.of("/var/lib/fleetcheck/agent", TestAgent.FILE);
      byte[] bytes = Files.readAllBytes(copy);
      bytes[1000] ^= 1;
      Files.write(copy, bytes);
      TestAgent.Ran ran = run(user, Optional.empty(), "/");
      assertEquals(new Answered(), ran.outcome());
      assertTrue(ran.stages().contains(Stage.PUSH));
    }
  }

  private static TestUser user() throws IOException {
    return TestUser.create("/bin/bash");
  }

  private Unreachable refused(TestUser user, Optional<Secret> password) {
    return refused(user, new Become("sudo", "root", password));
  }

  private Unreachable refused(TestUser user, Become become) {
    TestAgent.Ran ran = run(user, become, "/");
    Unreachable outcome = assertInstanceOf(Unreachable.class, ran.outcome(), ran.toString());
    assertEquals(Stage.BECOME, outcome.stage(), outcome.toString());
    assertFalse(outcome.detail().contains(PASSWORD), outcome.detail());
    assertFalse(outcome.detail().contains("fleetcheck-"), outcome.detail());
    return outcome;
  }

  private TestAgent.Ran run(TestUser user, Optional<Secret> password, String behaviour) {
    return run(user, new Become("sudo", "root", password), behaviour);
  }

  private TestAgent.Ran run(TestUser user, Become become, String behaviour) {
    return TestAgent.run(host(user, become), behaviour);
  }

  private RemoteHost host(TestUser user, Become become) {
    return connector.connect(
        sshd.orElseThrow().settings(user.name(), known, Optional.of(become), Optional.empty()));
  }
}
