package io.fleetcheck.controller.ssh;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Turn;
import io.fleetcheck.controller.run.Answers;
import io.fleetcheck.controller.run.HostOutcome;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real agent behind a real sshd, when its controller is killed with -9. */
@Timeout(120)
class OrphanedAgentTest {
  @TempDir private Path directory;

  @Test
  void endsByItself() throws Exception {
    try (RealSshd sshd = RealSshd.start(directory, List.of("ed25519"))) {
      Path unused = sshd.known("ed25519");
      Process controller =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Controller.class.getName(),
                  directory.toString(),
                  Integer.toString(sshd.port()))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedReader out = controller.inputReader()) {
        long pid = Long.parseLong(requireNonNull(out.readLine(), "no agent was started"));
        ProcessHandle agent = ProcessHandle.of(pid).orElseThrow();
        controller.destroyForcibly();
        agent.onExit().get(60, TimeUnit.SECONDS);
        assertTrue(controller.waitFor(60, TimeUnit.SECONDS));
      } finally {
        controller.destroyForcibly();
      }
    }
  }

  /** Starts an agent, tells its process, and leaves it without an answer. */
  static final class Controller {
    private Controller() {}

    public static void main(String[] arguments) throws Exception {
      Path directory = Path.of(arguments[0]);
      SshUser user =
          TestDial.user(
              directory,
              "HostName 127.0.0.1",
              "Port " + arguments[1],
              "IdentityFile " + directory.resolve("id"),
              "UserKnownHostsFile " + directory.resolve("known_hosts"));
      FleetConnector connector =
          new FleetConnector(
              user, AgentJar.ofThisVersion(), TestAgent.NO_RUNTIMES, Optional.empty());
      HostOutcome outcome =
          connector
              .connect(TestDial.host("box"))
              .run(TestAgent.request("/", 600), stage -> {}, event -> {}, new Silent());
      System.out.println(outcome);
    }
  }

  private static final class Silent implements Answers {
    @Override
    public Admission admit(Event.Hello hello) {
      System.out.println(hello.pid());
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return Admission.GRANTED;
    }

    @Override
    public Turn apply(Event.TurnWanted wanted) {
      return new Turn(wanted.disk(), false, "");
    }
  }
}
