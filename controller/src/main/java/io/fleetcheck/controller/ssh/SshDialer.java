package io.fleetcheck.controller.ssh;

import static io.fleetcheck.controller.ssh.AgentHost.reason;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** The way to one host over SSH: its name, a connection, its key, and who we are. */
final class SshDialer implements Dialer {
  private static final int SSH_PORT = 22;
  private static final int ATTEMPTS = 3;

  private final SshCommons commons;
  private final ConnectionSettings settings;
  private final int port;

  SshDialer(SshCommons commons, ConnectionSettings settings) {
    this.commons = commons;
    this.settings = settings;
    this.port = settings.port().orElse(SSH_PORT);
  }

  @Override
  public String target() {
    String name = settings.name();
    String address = settings.address();
    String at = address.equals(name) ? name : name + " (" + address + ")";
    return port == SSH_PORT ? at : at + " port " + port;
  }

  @Override
  public Link dial(StageTimer timer, Line line, Consumer<Event> events)
      throws HostFailure, IOException {
    if (!settings.jumps().isEmpty() || settings.proxyCommand().isPresent()) {
      throw failure(
          Stage.CONNECT,
          target()
              + " is to be reached by a jump host or proxy command, which is not supported yet");
    }
    // Before the deadlines run: somebody may have to type a passphrase.
    Authentication authentication = new Authentication(commons, settings, target());
    List<InetAddress> addresses =
        Resolver.resolve(settings.address(), target() + commons.configurationHint(), timer, line);
    HostKeyCheck check =
        new HostKeyCheck(
            commons.knownHosts(settings), settings.address(), port, settings.hostKeyChecking());
    SshConnection connection = connect(addresses, check, timer, line);
    check.warning().ifPresent(warning -> events.accept(new Event.Warning(warning)));
    timer.enter(Stage.AUTHENTICATION);
    authentication.authenticate(connection.client());
    return new SshLink(connection.client(), connection::cut);
  }

  /**
   * Several times, where the host may only have been busy: sshd drops connections at random when
   * many come at once (MaxStartups). Nothing is retried once the host knows who we are.
   */
  private SshConnection connect(
      List<InetAddress> addresses, HostKeyCheck check, StageTimer timer, Line line)
      throws HostFailure, IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return connectOnce(addresses, check, timer, line);
      } catch (ConnectException refused) {
        throw failure(
            Stage.CONNECT,
            target() + " cannot be connected to: " + reason(refused) + ": is sshd running there?");
      } catch (IOException broken) {
        if (check.refusal().isPresent()) {
          throw failure(Stage.HOST_KEY, check.refusal().get());
        }
        boolean settled = reason(broken).startsWith("Unable to reach a settlement");
        if (attempt == ATTEMPTS || settled || timer.expired() || line.isCut()) {
          throw failure(timer.stage(), broken(timer.stage(), broken));
        }
        line.awaitCut(pause(attempt));
      }
    }
  }

  private String broken(Stage stage, IOException broken) {
    return stage == Stage.CONNECT
        ? target() + " cannot be connected to: " + reason(broken)
        : target() + " broke off before it showed its key: " + reason(broken);
  }

  private static Duration pause(int attempt) {
    return Duration.ofMillis(attempt * ThreadLocalRandom.current().nextLong(200, 1000));
  }

  /** To the first of the addresses that takes the connection. */
  private SshConnection connectOnce(
      List<InetAddress> addresses, HostKeyCheck check, StageTimer timer, Line line)
      throws IOException {
    ConnectException refused = new ConnectException("no address");
    for (InetAddress address : addresses) {
      timer.enter(Stage.CONNECT);
      SshConnection connection =
          new SshConnection(commons.config(), address, () -> timer.enter(Stage.HOST_KEY));
      line.lay(connection::cut);
      try {
        connection.open(settings.address(), port, check);
        return connection;
      } catch (ConnectException e) {
        refused = e;
        connection.cut();
      } catch (IOException e) {
        connection.cut();
        throw e;
      }
    }
    throw refused;
  }

  private static HostFailure failure(Stage stage, String detail) {
    return new HostFailure(new Unreachable(stage, detail));
  }
}
