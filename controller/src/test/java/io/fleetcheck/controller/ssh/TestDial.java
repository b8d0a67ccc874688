package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostOutcome.TimedOut;
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Assertions;

/** One run's way to hosts, without agents: connects, authenticates, and hangs up. */
final class TestDial implements AutoCloseable {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final SshCommons commons;

  TestDial(SshUser user) {
    this(user, InetAddress::getAllByName);
  }

  TestDial(SshUser user, Resolver.Lookup names) {
    this.commons = new SshCommons(user, names, scheduler);
  }

  /** Somebody whose configuration of OpenSSH is these lines. */
  static SshUser user(Path home, String... configuration) throws IOException {
    Path file = Files.write(home.resolve("ssh_config"), List.of(configuration));
    return new SshUser(
        home, Map.of("PATH", System.getenv("PATH")), Optional.of(file), key -> Optional.empty());
  }

  /** An inventory that says nothing but a name. */
  static ConnectionSettings host(String name) {
    return host(name, Optional.empty(), ConnectionSettings.Ssh.SILENT);
  }

  static ConnectionSettings host(
      String name, Optional<Secret> password, ConnectionSettings.Ssh ssh) {
    return new ConnectionSettings(
        name,
        ConnectionSettings.Method.SSH,
        name,
        OptionalInt.empty(),
        Optional.empty(),
        password,
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        true,
        LONG,
        Optional.empty(),
        ssh);
  }

  SshCommons commons() {
    return commons;
  }

  /** The warnings of a way that leads there. */
  List<String> reach(ConnectionSettings settings) throws HostFailure, IOException {
    return dial(settings, LONG);
  }

  List<String> dial(ConnectionSettings settings, Duration network) throws HostFailure, IOException {
    List<String> warnings = new ArrayList<>();
    Line line = new Line();
    try (StageTimer timer =
        new StageTimer(
            scheduler,
            StageLimits.withNetwork(network),
            Duration.ofMinutes(2),
            stage -> {},
            line::cut)) {
      SshDialer dialer = new SshDialer(commons, settings);
      try {
        Link link = dialer.dial(timer, line, event -> warnings.add(((Event.Warning) event).text()));
        Assertions.assertEquals(0, run(link));
        return warnings;
      } catch (IOException broken) {
        if (timer.expired()) {
          throw new HostFailure(new TimedOut(timer.stage(), ""));
        }
        throw broken;
      } catch (HostFailure failure) {
        throw timer.expired() ? new HostFailure(new TimedOut(timer.stage(), "")) : failure;
      }
    } finally {
      line.cut();
    }
  }

  private static int run(Link link) throws IOException {
    Link.Running running = link.exec("true");
    running.stdout().readAllBytes();
    return running.exit().status().orElse(-1);
  }

  /** Why it does not lead there: one line. */
  String refusal(Stage stage, ConnectionSettings settings) {
    HostFailure failure = assertThrows(HostFailure.class, () -> dial(settings, LONG));
    HostOutcome outcome = failure.outcome();
    Assertions.assertEquals(Optional.of(stage), outcome.at(), outcome.toString());
    Assertions.assertInstanceOf(Unreachable.class, outcome);
    assertFalse(outcome.detail().contains("\n"), outcome.detail());
    return outcome.detail();
  }

  void timesOut(Stage stage, ConnectionSettings settings) {
    HostFailure failure =
        assertThrows(HostFailure.class, () -> dial(settings, Duration.ofSeconds(1)));
    Assertions.assertInstanceOf(TimedOut.class, failure.outcome(), failure.outcome().toString());
    Assertions.assertEquals(Optional.of(stage), failure.outcome().at());
  }

  @Override
  public void close() {
    commons.close();
    scheduler.shutdownNow();
  }
}
