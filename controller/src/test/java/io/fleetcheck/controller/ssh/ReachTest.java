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
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.RemoteHost;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What can happen on the way, for whoever runs the tests. */
@Timeout(120)
class ReachTest {
  private static final String ME = System.getProperty("user.name");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(2);

  @TempDir private static Path directory;
  private static Optional<RealSshd> sshd = Optional.empty();
  private static Path known = Path.of("/nonexistent");

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);

  @BeforeAll
  static void start() throws IOException {
    sshd = Optional.of(RealSshd.start(directory, List.of("ed25519")));
    // Without a port: relays have others.
    known =
        sshd.get()
            .knownHosts(
                RealSshd.HOST + " " + RealSshd.publicKey(directory.resolve("host_ed25519")));
  }

  @AfterAll
  static void stop() throws IOException {
    sshd.ifPresent(RealSshd::close);
    TestAgent.removeCopies();
  }

  @AfterEach
  void close() throws Exception {
    end.countDown();
    for (AutoCloseable open : opened) {
      open.close();
    }
  }

  @Test
  void theAgentAnswersOverSsh() throws IOException {
    TestAgent.Ran first = TestAgent.run(host(sshd.orElseThrow().port(), LONG), "/");
    assertEquals(new Answered(), first.outcome());
    assertEquals(
        List.of(Stage.RESOLVE, Stage.CONNECT, Stage.HOST_KEY, Stage.AUTHENTICATION, Stage.SHELL),
        first.stages().subList(0, 5));
    TestAgent.Ran second = TestAgent.run(host(sshd.orElseThrow().port(), LONG), "turn");
    assertEquals(new Answered(), second.outcome());
    assertEquals(List.of("true yours"), second.warnings());
    assertFalse(second.stages().contains(Stage.PUSH));
  }

  @Test
  void aFloodOfComplaintsStallsNothing() throws IOException {
    TestAgent.Ran ran = TestAgent.run(host(sshd.orElseThrow().port(), LONG), "flood");
    assertEquals(new Answered(), ran.outcome());
  }

  @Test
  void aKilledAgentIsToldAsKilled() throws IOException {
    AgentFailed failed =
        assertInstanceOf(
            AgentFailed.class,
            TestAgent.run(host(sshd.orElseThrow().port(), LONG), "kill").outcome());
    assertEquals(Optional.of("KILL"), failed.signal());
    assertEquals(OptionalInt.empty(), failed.exit());
  }

  @Test
  void anAgentThatEndsEarlyIsToldWithItsStatus() throws IOException {
    AgentFailed failed =
        assertInstanceOf(
            AgentFailed.class,
            TestAgent.run(host(sshd.orElseThrow().port(), LONG), "exit").outcome());
    assertEquals(OptionalInt.of(7), failed.exit());
    assertEquals("something went wrong", failed.stderr());
  }

  @Test
  void noiseBeforeTheTokenDoesNoHarm() throws IOException {
    try (RealSshd noisy =
        RealSshd.start(
            directory,
            List.of("ed25519"),
            "ForceCommand printf Welcome; echo to the machine; printf again;"
                + " exec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"")) {
      assertEquals(new Answered(), TestAgent.run(host(noisy.port(), LONG), "/").outcome());
    }
  }

  @Test
  void aShellThatRefusesIsQuoted() throws IOException {
    try (RealSshd refusing =
        RealSshd.start(
            directory, List.of("ed25519"), "ForceCommand echo Maintenance until five; exit 1")) {
      Unreachable refused = unreachable(Stage.SHELL, host(refusing.port(), LONG));
      assertTrue(refused.detail().contains("(exit status 1): Maintenance until five"));
    }
  }

  @Test
  void aStoppedAgentCleansUp() throws IOException {
    RemoteHost host = host(sshd.orElseThrow().port(), LONG);
    List<Event> events = new ArrayList<>();
    HostOutcome outcome =
        host.run(
            TestAgent.request("wait", 60),
            stage -> {
              if (stage == Stage.RUN) {
                host.stop();
              }
            },
            events::add,
            wanted -> new Turn(wanted.disk(), true, ""));
    assertEquals(new Skipped(Optional.of(Stage.RUN), "aborted"), outcome);
    assertInstanceOf(Event.Failed.class, events.get(events.size() - 1), "it said goodbye");
  }

  @Test
  void aConnectionThatDiesKeepsWhatCame() throws IOException {
    Relay passing = passing();
    List<Event> events = new ArrayList<>();
    HostOutcome outcome =
        host(passing.port(), LONG)
            .run(
                TestAgent.request("hang", 60),
                stage -> {},
                event -> {
                  events.add(event);
                  if (event instanceof Event.Progress) {
                    drop(passing);
                  }
                },
                wanted -> new Turn(wanted.disk(), true, ""));
    Unreachable broken = assertInstanceOf(Unreachable.class, outcome);
    assertEquals(Stage.RUN, broken.stage());
    assertEquals(2, events.size());
  }

  @Test
  void aHostThatFreezesIsNoticedByAsking() throws IOException {
    Relay passing = passing();
    FleetConnector connector =
        new FleetConnector(
            TestAgent.user(directory), TestAgent.JAR, TestAgent.NO_RUNTIMES, Optional.empty());
    opened.add(connector);
    RemoteHost host =
        connector.connect(
            new ConnectionSettings(
                "box",
                ConnectionSettings.Method.SSH,
                RealSshd.HOST,
                OptionalInt.of(passing.port()),
                Optional.of(ME),
                Optional.empty(),
                List.of(directory.resolve("id")),
                List.of(),
                Optional.empty(),
                List.of(known),
                true,
                LONG,
                Optional.empty(),
                new ConnectionSettings.Ssh(
                    List.of("ServerAliveInterval=1", "ServerAliveCountMax=2"),
                    Optional.empty(),
                    false)));
    HostOutcome outcome =
        host.run(
            TestAgent.request("hang", 60),
            stage -> {},
            event -> {
              if (event instanceof Event.Progress) {
                passing.freeze();
              }
            },
            wanted -> new Turn(wanted.disk(), true, ""));
    assertEquals(Stage.RUN, assertInstanceOf(Unreachable.class, outcome).stage());
  }

  @Test
  void aHostThatIsBusyAtFirstIsTriedAgain() throws IOException {
    int port = sshd.orElseThrow().port();
    Relay[] relay = new Relay[1];
    relay[0] =
        relay(
            (number, socket) -> {
              if (number < 3) {
                socket.close();
              } else {
                relay[0].pass(socket, port);
              }
            });
    assertEquals(new Answered(), TestAgent.run(host(relay[0].port(), LONG), "/").outcome());
    assertEquals(3, relay[0].connections());
  }

  @Test
  void aHostThatHangsUpEachTimeIsGivenUp() throws IOException {
    Relay relay = relay((number, socket) -> socket.close());
    Unreachable broken = unreachable(Stage.HOST_KEY, host(relay.port(), LONG));
    assertTrue(broken.detail().contains("broke off before it showed its key"), broken.detail());
    assertEquals(3, relay.connections());
  }

  @Test
  void aClosedPort() throws IOException {
    Relay relay = relay((number, socket) -> {});
    relay.close();
    Unreachable refused = unreachable(Stage.CONNECT, host(relay.port(), LONG));
    assertTrue(refused.detail().contains("is sshd running there?"), refused.detail());
  }

  @Test
  void somethingElseThanSsh() throws IOException {
    Relay relay =
        relay(
            (number, socket) -> {
              socket
                  .getOutputStream()
                  .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
              socket.close();
            });
    unreachable(Stage.HOST_KEY, host(relay.port(), LONG));
  }

  @Test
  void aHostThatAcceptsAndNeverSpeaks() throws IOException {
    Relay relay = relay((number, socket) -> {});
    timedOut(Stage.HOST_KEY, host(relay.port(), SHORT));
  }

  @Test
  void aHostThatDrips() throws IOException {
    ScheduledExecutorService drips = Executors.newSingleThreadScheduledExecutor();
    opened.add(drips::shutdownNow);
    Relay relay =
        relay(
            (number, socket) -> {
              OutputStream out = socket.getOutputStream();
              ScheduledFuture<?> unused =
                  drips.scheduleAtFixedRate(() -> drip(out), 0, 50, TimeUnit.MILLISECONDS);
            });
    timedOut(Stage.HOST_KEY, host(relay.port(), SHORT));
  }

  @Test
  void aHostThatHangsWhileItAuthenticates() throws IOException {
    SshServer server = server();
    server.setPasswordAuthenticator(
        (user, password, session) -> {
          await(end);
          return false;
        });
    timedOut(Stage.AUTHENTICATION, withPassword(server.getPort()));
  }

  @Test
  void aShellThatNeverGetsToOurCommand() throws IOException {
    SshServer server = server();
    server.setPasswordAuthenticator((user, password, session) -> true);
    server.setCommandFactory((channel, command) -> new Silent());
    timedOut(Stage.SHELL, withPassword(server.getPort()));
  }

  @Test
  void anExecThatIsRefused() throws IOException {
    SshServer server = server();
    server.setPasswordAuthenticator((user, password, session) -> true);
    unreachable(Stage.SHELL, withPassword(server.getPort()));
  }

  @Test
  void aWrongPasswordIsTriedOnce() throws IOException {
    SshServer server = server();
    List<String> tried = new ArrayList<>();
    server.setPasswordAuthenticator(
        (user, password, session) -> {
          tried.add(password);
          return false;
        });
    Unreachable refused = unreachable(Stage.AUTHENTICATION, withPassword(server.getPort()));
    assertEquals(List.of("secret"), tried);
    assertFalse(refused.detail().contains("secret"));
  }

  @Test
  void aStopWhileConnectingFreesTheHostAtOnce() throws IOException {
    RemoteHost[] host = new RemoteHost[1];
    Relay relay =
        relay(
            (number, socket) -> {
              // What comes first is the client's version, so it has connected.
              assertTrue(socket.getInputStream().read() >= 0);
              host[0].stop();
            });
    host[0] = host(relay.port(), LONG);
    Skipped skipped = assertInstanceOf(Skipped.class, TestAgent.run(host[0], "/").outcome());
    assertEquals(Optional.of(Stage.HOST_KEY), skipped.at());
  }

  private TimedOut timedOut(Stage stage, RemoteHost host) {
    TestAgent.Ran ran = TestAgent.run(host, "/");
    TimedOut timedOut = assertInstanceOf(TimedOut.class, ran.outcome(), ran.toString());
    assertEquals(stage, timedOut.stage(), timedOut.toString());
    return timedOut;
  }

  private Unreachable unreachable(Stage stage, RemoteHost host) {
    TestAgent.Ran ran = TestAgent.run(host, "/");
    Unreachable unreachable = assertInstanceOf(Unreachable.class, ran.outcome(), ran.toString());
    assertEquals(stage, unreachable.stage(), unreachable.toString());
    assertFalse(unreachable.detail().contains("\n"), unreachable.detail());
    return unreachable;
  }

  private RemoteHost host(int port, Duration limit) throws IOException {
    return host(port, limit, Optional.empty());
  }

  private RemoteHost withPassword(int port) throws IOException {
    return host(port, SHORT, Optional.of(new Secret("secret")));
  }

  private RemoteHost host(int port, Duration limit, Optional<Secret> password) throws IOException {
    StageLimits limits = new StageLimits(limit, limit, limit, limit, LONG, LONG, LONG);
    FleetConnector connector =
        new FleetConnector(
            TestAgent.user(directory), TestAgent.JAR, TestAgent.NO_RUNTIMES, Optional.of(limits));
    opened.add(connector);
    return connector.connect(
        new ConnectionSettings(
            "box",
            ConnectionSettings.Method.SSH,
            RealSshd.HOST,
            OptionalInt.of(port),
            Optional.of(ME),
            password,
            password.isPresent() ? List.of() : List.of(directory.resolve("id")),
            List.of(),
            Optional.empty(),
            List.of(known),
            password.isEmpty(),
            limit,
            Optional.empty()));
  }

  private Relay relay(Relay.Treatment treatment) throws IOException {
    Relay relay = new Relay(treatment);
    opened.add(relay);
    return relay;
  }

  private Relay passing() throws IOException {
    int port = sshd.orElseThrow().port();
    Relay[] relay = new Relay[1];
    relay[0] = relay((number, socket) -> relay[0].pass(socket, port));
    return relay[0];
  }

  /** An in-process sshd whose key nobody knows and nobody checks. */
  private SshServer server() throws IOException {
    SshServer server = SshServer.setUpDefaultServer();
    server.setHost(RealSshd.HOST);
    server.setKeyPairProvider(KeyPairProvider.wrap(ecdsaKey()));
    server.start();
    opened.add(server);
    return server;
  }

  private static KeyPair ecdsaKey() throws IOException {
    try {
      return KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static void drop(Relay relay) {
    try {
      relay.drop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void drip(OutputStream out) {
    try {
      out.write('S');
      out.flush();
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Takes everything and says nothing. */
  private static final class Silent implements Command {
    @Override
    public void setInputStream(InputStream in) {}

    @Override
    public void setOutputStream(OutputStream out) {}

    @Override
    public void setErrorStream(OutputStream err) {}

    @Override
    public void setExitCallback(ExitCallback callback) {}

    @Override
    public void start(ChannelSession channel, Environment env) {}

    @Override
    public void destroy(ChannelSession channel) {}
  }
}
