package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostOutcome.TimedOut;
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.ssh.config.Route;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.ConnectionSettings.Jump;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.schmizz.sshj.SSHClient;

/**
 * Connections to jump hosts, each opened once and shared by all hosts behind it. A jump host is
 * checked and authenticated to as any host is; what is known of the target, its password above all,
 * it does not get.
 */
final class Jumps implements AutoCloseable {
  /** More hosts in a row go in a circle. */
  private static final int MAX_HOPS = 8;

  /** Of all stages of one jump host; it has its stages' deadlines as well. */
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  private final SshCommons commons;
  private final ScheduledExecutorService scheduler;
  private final Map<String, Opening> openings = new HashMap<>();
  private boolean closed;

  Jumps(SshCommons commons, ScheduledExecutorService scheduler) {
    this.commons = commons;
    this.scheduler = scheduler;
  }

  /** One jump host's connection, under way or there. */
  private record Opening(Line line, CompletableFuture<SSHClient> client) {

    /**
     * A broken connection is opened anew by the next who wants it; so is one that failed, unless
     * the jump host said no.
     */
    boolean isUsable() {
      if (!client.isDone()) {
        return true;
      }
      try {
        return client.join().isConnected();
      } catch (RuntimeException failed) {
        return failed.getCause() instanceof HostFailure failure
            && failure
                .outcome()
                .at()
                .filter(at -> at == Stage.HOST_KEY || at == Stage.AUTHENTICATION)
                .isPresent()
            && failure.outcome() instanceof Unreachable;
      }
    }
  }

  static String key(List<Jump> hops) {
    return hops.stream().map(Jumps::key).collect(Collectors.joining(","));
  }

  private static String key(Jump hop) {
    return hop.user().map(user -> user + "@").orElse("") + name(hop);
  }

  static String name(Jump hop) {
    return RouteDialer.name(hop.host(), hop.host(), hop.port().orElse(22));
  }

  /**
   * The connection to the last of these hosts, through those before it.
   *
   * @param target the host behind it, for sentences
   * @param line cut, gives up the waiting, not the connection
   */
  SSHClient open(
      List<Jump> hops,
      ConnectionSettings.Ssh behind,
      String target,
      Line line,
      Consumer<String> remarks)
      throws HostFailure, IOException {
    refuseCircles(hops.get(0), behind, target, line);
    CompletableFuture<SSHClient> waiting = opening(hops, behind, remarks).client().copy();
    line.lay(() -> waiting.cancel(false));
    try {
      return waiting.get();
    } catch (ExecutionException failed) {
      throw failure(
          target, hops.get(hops.size() - 1), Optional.ofNullable(failed.getCause()).orElse(failed));
    } catch (CancellationException cut) {
      throw new IOException("cut off while the jump host was being connected to", cut);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the jump host was being connected to", e);
    }
  }

  /** Each would wait for the other for ever. */
  private void refuseCircles(Jump hop, ConnectionSettings.Ssh behind, String target, Line line)
      throws HostFailure, IOException {
    Jump first = hop;
    for (int i = 0; i < MAX_HOPS; i++) {
      List<Jump> before = commons.routes().of(first, behind, line::lay).jumps();
      if (before.isEmpty()) {
        return;
      }
      first = before.get(0);
    }
    throw new HostFailure(
        new Unreachable(
            Stage.CONNECT,
            "the way to "
                + target
                + " has no start: does ProxyJump name a host that is reached through itself, "
                + name(first)
                + "?"));
  }

  private synchronized Opening opening(
      List<Jump> hops, ConnectionSettings.Ssh behind, Consumer<String> remarks) throws IOException {
    if (closed) {
      throw new IOException("the run is over");
    }
    String key = key(hops) + " " + behind.configuration();
    Opening known = openings.get(key);
    if (known != null && known.isUsable()) {
      return known;
    }
    Opening opening = new Opening(new Line(), new CompletableFuture<>());
    openings.put(key, opening);
    Thread thread =
        new Thread(() -> connect(hops, behind, opening, remarks), "fleetcheck-jump " + key(hops));
    thread.setDaemon(true);
    thread.start();
    return opening;
  }

  private void connect(
      List<Jump> hops, ConnectionSettings.Ssh behind, Opening opening, Consumer<String> remarks) {
    Jump hop = hops.get(hops.size() - 1);
    StageLimits limits = StageLimits.withNetwork(Duration.ofSeconds(10));
    try (StageTimer timer =
        new StageTimer(scheduler, limits, DEADLINE, stage -> {}, opening.line()::cut)) {
      try {
        timer.enter(Stage.RESOLVE);
        Route own = commons.routes().of(hop, behind, opening.line()::lay);
        own.connectTimeout().ifPresent(timer::limitNetwork);
        Route route = hops.size() == 1 ? own : own.through(hops.subList(0, hops.size() - 1));
        String name = RouteDialer.name(hop.host(), route.host(), route.port());
        SshConnection connection =
            new RouteDialer(commons, route, behind, name)
                .dial(Optional.empty(), timer, opening.line(), remarks);
        opening.line().lay(connection::cut);
        opening.client().complete(connection.client());
      } catch (HostFailure | IOException failed) {
        opening.client().completeExceptionally(timer.expired() ? expired(hop, timer) : failed);
      }
    } catch (RuntimeException | Error bug) {
      opening.client().completeExceptionally(bug);
    }
  }

  private static HostFailure expired(Jump hop, StageTimer timer) {
    return new HostFailure(
        new TimedOut(
            timer.stage(),
            name(hop)
                + " did not get past the stage "
                + timer.stage().text()
                + " within "
                + timer.limit().toMillis() / 1000.0
                + " s: is it up, the port open?"));
  }

  /** The outcome of a host whose jump host failed: the same, told of the jump host. */
  private static HostFailure failure(String target, Jump hop, Throwable cause) {
    String prefix = target + " is behind the jump host " + name(hop) + ": ";
    if (cause instanceof HostFailure failed) {
      HostOutcome outcome = failed.outcome();
      Stage stage = outcome.at().orElse(Stage.CONNECT);
      return new HostFailure(
          outcome instanceof TimedOut
              ? new TimedOut(stage, prefix + outcome.detail())
              : new Unreachable(stage, prefix + outcome.detail()));
    }
    if (cause instanceof RuntimeException || cause instanceof Error) {
      throw new IllegalStateException(prefix + cause, cause);
    }
    return new HostFailure(new Unreachable(Stage.CONNECT, prefix + AgentHost.reason(cause)));
  }

  /** Whether any connection to a host of this name is there. */
  synchronized boolean isConnected(String host) {
    return openings.entrySet().stream()
        .anyMatch(
            entry ->
                entry.getKey().startsWith(host + " ")
                    && entry.getValue().client().isDone()
                    && entry.getValue().isUsable());
  }

  /** Cuts them all: nobody needs them any more. */
  @Override
  public synchronized void close() {
    closed = true;
    openings.values().forEach(opening -> opening.line().cut());
  }
}
