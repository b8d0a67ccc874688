package io.fleetcheck.controller.ssh;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.ssh.config.Route;
import io.fleetcheck.inventory.ConnectionSettings;
import java.io.IOException;
import java.util.function.Consumer;

/** The way to one host over SSH, as inventory and OpenSSH's configuration describe it. */
final class SshDialer implements Dialer {
  private static final int SSH_PORT = 22;

  private final SshCommons commons;
  private final ConnectionSettings settings;
  private volatile String target;

  SshDialer(SshCommons commons, ConnectionSettings settings) {
    this.commons = commons;
    this.settings = settings;
    this.target =
        RouteDialer.name(settings.name(), settings.address(), settings.port().orElse(SSH_PORT));
  }

  @Override
  public String target() {
    return target;
  }

  @Override
  public Link dial(StageTimer timer, Line line, Consumer<Event> events)
      throws HostFailure, IOException {
    Route route = route(timer, line);
    target = RouteDialer.name(settings.name(), route.host(), route.port());
    route.connectTimeout().ifPresent(timer::limitNetwork);
    SshConnection connection =
        new RouteDialer(commons, route, settings.ssh(), target)
            .dial(
                settings.password(),
                timer,
                line,
                remark -> events.accept(new Event.Warning(remark)));
    return new SshLink(connection.client(), connection::cut);
  }

  private Route route(StageTimer timer, Line line) throws HostFailure {
    timer.enter(Stage.RESOLVE);
    try {
      return commons.routes().of(settings, line::lay);
    } catch (IOException complaint) {
      throw new HostFailure(
          new Unreachable(
              Stage.RESOLVE,
              "OpenSSH's configuration for "
                  + target
                  + " cannot be used: "
                  + AgentHost.reason(complaint)));
    }
  }
}
