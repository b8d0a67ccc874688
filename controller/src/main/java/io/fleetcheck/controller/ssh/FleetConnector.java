package io.fleetcheck.controller.ssh;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.controller.run.HostConnector;
import io.fleetcheck.controller.run.RemoteHost;
import io.fleetcheck.inventory.ConnectionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;

/**
 * Reaches hosts by the method that their settings name. One for a run: what all hosts share, such
 * as the agent's jar, is prepared once.
 */
public final class FleetConnector implements HostConnector, AutoCloseable {
  private final Scripts scripts;
  private final AgentJar agent;
  private final ScheduledThreadPoolExecutor scheduler;

  /**
   * @throws IOException where this build of fleetcheck is not whole
   */
  public FleetConnector() throws IOException {
    this(AgentJar.ofThisVersion());
  }

  FleetConnector(AgentJar agent) throws IOException {
    this.scripts = Scripts.load();
    this.agent = agent;
    this.scheduler =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "fleetcheck-deadlines");
              thread.setDaemon(true);
              return thread;
            });
    scheduler.setRemoveOnCancelPolicy(true);
  }

  @Override
  public RemoteHost connect(ConnectionSettings settings) {
    return switch (settings.method()) {
      case LOCAL -> local(settings);
      case SSH -> throw new UnsupportedOperationException("SSH comes with the next commit");
    };
  }

  private RemoteHost local(ConnectionSettings settings) {
    // Another user than ours looks for a Java of its own: root must not run what is ours.
    String java =
        settings.become().isPresent()
            ? ""
            : Path.of(System.getProperty("java.home"), "bin", "java").toString();
    AgentStarter starter =
        new AgentStarter(scripts, agent, settings.become(), java, settings.name());
    StageLimits limits = StageLimits.withNetwork(settings.timeout());
    return new AgentHost(new LocalDialer(settings.name()), starter, limits, scheduler);
  }

  /** Nothing to dial. */
  private record LocalDialer(String target) implements Dialer {
    @Override
    public Link dial(StageTimer timer, Line line, Consumer<Event> events) {
      return new LocalLink();
    }
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
  }
}
