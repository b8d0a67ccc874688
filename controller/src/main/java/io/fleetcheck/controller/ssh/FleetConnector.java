package io.fleetcheck.controller.ssh;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.run.Answers;
import io.fleetcheck.controller.run.Finding;
import io.fleetcheck.controller.run.HostConnector;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.RemoteHost;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;

/**
 * Reaches hosts by the method that their settings name. One for a run: what all hosts share, such
 * as the agent's jar, is prepared once.
 */
public final class FleetConnector implements HostConnector, AutoCloseable {
  private final Scripts scripts;
  private final AgentJar agent;
  private final Runtimes runtimes;
  private final SshCommons commons;
  private final Optional<StageLimits> limits;
  private final ScheduledThreadPoolExecutor scheduler;

  /**
   * @param home of the user who runs this, below which OpenSSH's files are
   * @param runtimes for hosts without a Java
   * @param passphrases asked for those of private keys
   * @throws IOException where this build of fleetcheck is not whole
   */
  public FleetConnector(Path home, Runtimes runtimes, Passphrases passphrases) throws IOException {
    this(SshUser.current(home, passphrases), AgentJar.ofThisVersion(), runtimes, Optional.empty());
  }

  /**
   * @param limits of stages; empty for those that the host's settings make
   */
  FleetConnector(SshUser user, AgentJar agent, Runtimes runtimes, Optional<StageLimits> limits)
      throws IOException {
    this(user, agent, runtimes, limits, InetAddress::getAllByName);
  }

  FleetConnector(
      SshUser user,
      AgentJar agent,
      Runtimes runtimes,
      Optional<StageLimits> limits,
      Resolver.Lookup names)
      throws IOException {
    this.scripts = Scripts.load();
    this.agent = agent;
    this.runtimes = runtimes;
    this.limits = limits;
    this.scheduler =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "fleetcheck-deadlines");
              thread.setDaemon(true);
              return thread;
            });
    scheduler.setRemoveOnCancelPolicy(true);
    this.commons = new SshCommons(user, names, scheduler);
  }

  @Override
  public RemoteHost connect(ConnectionSettings settings) {
    return connect(settings, Optional.empty());
  }

  /** A {@link io.fleetcheck.controller.run.HostExaminer}. */
  public RemoteHost examine(ConnectionSettings settings, Consumer<Finding> findings) {
    return connect(settings, Optional.of(findings));
  }

  /** A host that comes after the run was stopped is skipped. */
  private RemoteHost connect(ConnectionSettings settings, Optional<Consumer<Finding>> findings) {
    Optional<String> stopped = commons.passwords().stopped();
    if (stopped.isPresent()) {
      return new SkippedHost(stopped.get());
    }
    return switch (settings.method()) {
      case LOCAL -> local(settings, findings);
      case SSH -> ssh(settings, findings);
    };
  }

  private RemoteHost ssh(ConnectionSettings settings, Optional<Consumer<Finding>> findings) {
    SshDialer dialer = new SshDialer(commons, settings);
    AgentStarter starter =
        new AgentStarter(
            scripts,
            agent,
            runtimes,
            commons.passwords(),
            settings.become(),
            findings,
            "",
            dialer.target());
    return new AgentHost(dialer, starter, limits(settings), scheduler);
  }

  private StageLimits limits(ConnectionSettings settings) {
    return limits.orElseGet(() -> StageLimits.withNetwork(settings.timeout()));
  }

  private RemoteHost local(ConnectionSettings settings, Optional<Consumer<Finding>> findings) {
    // Another user than ours looks for a Java of its own: root must not run what is ours.
    String java =
        settings.become().isPresent()
            ? ""
            : Path.of(System.getProperty("java.home"), "bin", "java").toString();
    AgentStarter starter =
        new AgentStarter(
            scripts,
            agent,
            runtimes,
            commons.passwords(),
            settings.become(),
            findings,
            java,
            settings.name());
    Dialer dialer = new LocalDialer(settings.name());
    return new AgentHost(dialer, starter, limits(settings), scheduler);
  }

  /** Not even begun with. */
  private record SkippedHost(String why) implements RemoteHost {
    @Override
    public HostOutcome run(
        Request request, Consumer<Stage> stage, Consumer<Event> events, Answers answers) {
      return new HostOutcome.Skipped(Optional.empty(), why);
    }

    @Override
    public void stop() {}
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
    commons.close();
    scheduler.shutdownNow();
  }
}
