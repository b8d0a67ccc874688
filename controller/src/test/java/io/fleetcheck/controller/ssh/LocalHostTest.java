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
import io.fleetcheck.controller.run.HostOutcome.TimedOut;
import io.fleetcheck.controller.run.RemoteHost;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The agent as a child of ours: everything but SSH is as on any other host. */
@Timeout(60)
class LocalHostTest {
  private final FleetConnector connector;

  LocalHostTest() throws IOException {
    connector =
        new FleetConnector(
            TestAgent.user(Path.of("/nonexistent")),
            TestAgent.JAR,
            TestAgent.NO_RUNTIMES,
            Optional.empty());
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
  void theAgentIsPushedOnceAndAnswers() {
    TestAgent.Ran first = TestAgent.run(host(), "/");
    assertEquals(new Answered(), first.outcome());
    assertEquals(List.of(Stage.SHELL, Stage.PUSH, Stage.START, Stage.RUN), first.stages());
    TestAgent.Ran second = TestAgent.run(host(), "/");
    assertEquals(new Answered(), second.outcome());
    assertEquals(List.of(Stage.SHELL, Stage.START, Stage.RUN), second.stages());
    assertEquals(System.getProperty("java.version"), ((Event.Hello) second.events().get(0)).java());
  }

  @Test
  void theAgentGetsWhatIsLeftOfTheHostsDeadline() {
    String warning = TestAgent.run(host(), "/", 40).warnings().get(0);
    int seconds = Integer.parseInt(warning.substring("deadline ".length()));
    assertTrue(seconds > 5 && seconds <= 37, warning);
  }

  @Test
  void aTurnIsAnswered() {
    TestAgent.Ran ran = TestAgent.run(host(), "turn");
    assertEquals(new Answered(), ran.outcome());
    assertEquals(List.of("true yours"), ran.warnings());
  }

  @Test
  void aKilledAgentIsToldAsKilled() {
    AgentFailed failed = failed("kill");
    assertEquals(Optional.of("KILL"), failed.signal());
    assertEquals(OptionalInt.empty(), failed.exit());
    assertTrue(failed.reason().contains("killed by SIGKILL"), failed.reason());
  }

  @Test
  void anAgentThatEndsEarlyIsToldWithItsLastWords() {
    AgentFailed failed = failed("exit");
    assertEquals(OptionalInt.of(7), failed.exit());
    assertTrue(failed.reason().contains("exit status 7"), failed.reason());
    assertTrue(failed.reason().endsWith(": something went wrong"), failed.reason());
    assertEquals("something went wrong", failed.stderr());
  }

  @Test
  void anAgentThatSaysWhyItFailedIsQuoted() {
    assertEquals("the agent on here: the disks are on strike", failed("fail").reason());
  }

  @Test
  void fiveMegabytesOfComplaintsStallNothing() {
    assertEquals(new Answered(), TestAgent.run(host(), "flood").outcome());
  }

  @Test
  void noiseBetweenEventsDoesNoHarmUnlessItTearsOne() {
    AgentFailed failed = failed("noise");
    // The stub writes its next event right behind noise without a line break: it is lost, and told.
    assertTrue(failed.reason().contains("ended before it was done"), failed.reason());
    assertTrue(failed.reason().contains("OpenJDK warns you"), failed.reason());
  }

  @Test
  void aHungAgentIsCutOffAtTheHostsDeadlineAndItsDiskNamed() {
    TimedOut timedOut =
        assertInstanceOf(TimedOut.class, TestAgent.run(host(), "hang", 4).outcome());
    assertEquals(Stage.RUN, timedOut.stage());
    assertTrue(
        timedOut.detail().contains("zeroing 4 KiB on naa.5000c50001234567, step 3 of 8"),
        timedOut.detail());
  }

  @Test
  void aStoppedAgentCleansUpAndTheHostIsSkipped() {
    RemoteHost host = host();
    HostOutcome outcome =
        host.run(
            TestAgent.request("wait", 60),
            stage -> {
              if (stage == Stage.RUN) {
                host.stop();
              }
            },
            event -> {},
            wanted -> new Turn(wanted.disk(), true, ""));
    assertEquals(new Skipped(Optional.of(Stage.RUN), "aborted"), outcome);
  }

  @Test
  void aHostStoppedBeforeItsStartIsNotTouched() {
    RemoteHost host = host();
    host.stop();
    TestAgent.Ran ran = TestAgent.run(host, "/");
    assertInstanceOf(Skipped.class, ran.outcome());
    assertEquals(List.of(), ran.events());
  }

  private AgentFailed failed(String behaviour) {
    TestAgent.Ran ran = TestAgent.run(host(), behaviour);
    AgentFailed failed = assertInstanceOf(AgentFailed.class, ran.outcome(), ran.toString());
    assertFalse(failed.reason().contains("\n"));
    assertEquals(Stage.RUN, failed.stage());
    return failed;
  }

  private RemoteHost host() {
    return connector.connect(
        new ConnectionSettings(
            "here",
            ConnectionSettings.Method.LOCAL,
            "here",
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(),
            true,
            Duration.ofSeconds(10),
            Optional.empty()));
  }
}
