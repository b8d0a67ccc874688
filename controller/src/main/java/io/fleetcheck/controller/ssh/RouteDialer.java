package io.fleetcheck.controller.ssh;

import static io.fleetcheck.controller.ssh.AgentHost.reason;

import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.ssh.config.Route;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.connection.channel.OpenFailException;

/**
 * Connects to one host over SSH, be it a target or on the way to one: addresses, a carrier, its
 * key, and who we are.
 */
final class RouteDialer {
  private static final int ATTEMPTS = 3;

  private final SshCommons commons;
  private final Route route;
  private final ConnectionSettings.Ssh ssh;
  private final String target;

  /**
   * @param ssh what holds for hosts on the way as well
   * @param target how the host is called in sentences
   */
  RouteDialer(SshCommons commons, Route route, ConnectionSettings.Ssh ssh, String target) {
    this.commons = commons;
    this.route = route;
    this.ssh = ssh;
    this.target = target;
  }

  /**
   * @param remarks takes what the user is to know of the way
   */
  SshConnection dial(
      Optional<Secret> password, StageTimer timer, Line line, Consumer<String> remarks)
      throws HostFailure, IOException {
    route.warnings().forEach(remarks);
    // No deadline runs: somebody may have to type a passphrase.
    timer.suspend();
    Authentication authentication = new Authentication(commons, route, password, target);
    List<Way> ways = ways(timer, line, remarks);
    HostKeyCheck check =
        new HostKeyCheck(
            commons.knownHosts(route.hostKeys()),
            new HostIdentity(route.host(), route.port(), route.keyAlias()),
            route.hostKeys().policy(),
            route.hostKeys().algorithms());
    // Others who hold the gate have deadlines.
    timer.suspend();
    Gates.Pass pass = gate();
    try {
      SshConnection connection = connect(ways, check, timer, line);
      check.remark().ifPresent(remarks);
      timer.enter(Stage.AUTHENTICATION);
      authentication.authenticate(connection.client(), timer);
      return connection;
    } finally {
      pass.leave();
    }
  }

  private Gates.Pass gate() {
    return route.jumps().isEmpty()
        ? commons.gates().enter(route.host() + ":" + route.port(), Gates.PER_ADDRESS)
        : commons.gates().enter(Jumps.key(route.jumps()), Gates.PER_JUMP);
  }

  /** A carrier for each attempt. */
  private interface Way {
    Carrier carrier() throws HostFailure, IOException;
  }

  private List<Way> ways(StageTimer timer, Line line, Consumer<String> remarks)
      throws HostFailure, IOException {
    if (route.proxyCommand().isPresent()) {
      return List.of(() -> new ProxyCarrier(route.proxyCommand().get()));
    }
    if (!route.jumps().isEmpty()) {
      timer.enter(Stage.CONNECT);
      return List.of(
          () -> {
            // Hosts on the way have deadlines of their own.
            timer.suspend();
            SSHClient jump = commons.jumps().open(route.jumps(), ssh, target, line, remarks);
            return new JumpCarrier(jump, route.host(), route.port());
          });
    }
    timer.enter(Stage.RESOLVE);
    return commons.resolver().resolve(route.host(), route.family(), target, line).stream()
        .<Way>map(address -> () -> new TcpCarrier(socketAddress(address)))
        .toList();
  }

  private InetSocketAddress socketAddress(InetAddress address) {
    return new InetSocketAddress(address, route.port());
  }

  /**
   * Several times, where the host may only have been busy: sshd drops connections at random when
   * many come at once (MaxStartups). Nothing is retried once the host knows who we are.
   */
  private SshConnection connect(List<Way> ways, HostKeyCheck check, StageTimer timer, Line line)
      throws HostFailure, IOException {
    int attempt = 1;
    while (true) {
      try {
        return connectOnce(ways, check, timer, line);
      } catch (ConnectException | NoRouteToHostException refused) {
        throw failure(
            Stage.CONNECT,
            target + " cannot be connected to: " + reason(refused) + ": is sshd running there?");
      } catch (OpenFailException refused) {
        String jump = Jumps.name(route.jumps().get(route.jumps().size() - 1));
        throw JumpCarrier.refused(target, jump, refused);
      } catch (Broken broken) {
        if (check.wantsAnotherKey()) {
          continue;
        }
        if (check.refusal().isPresent()) {
          throw failure(Stage.HOST_KEY, check.refusal().get());
        }
        boolean settled = reason(broken).startsWith("Unable to reach a settlement");
        if (attempt == ATTEMPTS || settled || timer.expired() || line.isCut()) {
          throw failure(timer.stage(), broken.text(timer.stage()));
        }
        line.awaitCut(pause(attempt++));
      }
    }
  }

  /** A connection that broke off before the host knew who we are. */
  private final class Broken extends IOException {
    private static final long serialVersionUID = 1;

    private final String complaint;

    Broken(IOException cause, String complaint) {
      super(reason(cause), cause);
      this.complaint = complaint;
    }

    String text(Stage stage) {
      String what =
          stage == Stage.CONNECT
              ? target + " cannot be connected to: "
              : target + " broke off before it showed its key: ";
      return what + getMessage() + (complaint.isEmpty() ? "" : "; " + complaint);
    }
  }

  private static Duration pause(int attempt) {
    return Duration.ofMillis(attempt * ThreadLocalRandom.current().nextLong(200, 1000));
  }

  /** By the first of the ways that takes the connection. */
  private SshConnection connectOnce(List<Way> ways, HostKeyCheck check, StageTimer timer, Line line)
      throws HostFailure, IOException {
    ConnectException refused = new ConnectException("no address");
    for (Way way : ways) {
      Carrier carrier = way.carrier();
      timer.enter(Stage.CONNECT);
      SshConnection connection =
          new SshConnection(commons.config(), carrier, route.aliveInterval(), route.aliveCount());
      line.lay(connection::cut);
      try {
        carrier.open();
        timer.enter(Stage.HOST_KEY);
        connection.start(route.host(), route.port(), check);
        return connection;
      } catch (ConnectException e) {
        refused = e;
        connection.cut();
      } catch (NoRouteToHostException | OpenFailException e) {
        connection.cut();
        throw e;
      } catch (IOException e) {
        String complaint = line.isCut() || check.refusal().isPresent() ? "" : carrier.complaint();
        connection.cut();
        throw new Broken(e, complaint);
      }
    }
    throw refused;
  }

  private static HostFailure failure(Stage stage, String detail) {
    return new HostFailure(new Unreachable(stage, detail));
  }

  /** How a host is called in sentences: by name, and by what is connected to where it differs. */
  static String name(String name, String address, int port) {
    String at = address.equals(name) ? name : name + " (" + address + ")";
    return Stream.of(at, port == 22 ? "" : " port " + port).reduce("", String::concat);
  }
}
