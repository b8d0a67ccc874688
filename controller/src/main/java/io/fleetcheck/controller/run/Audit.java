package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Request;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One run over many hosts. Every target ends up with one outcome, in the order of the inventory,
 * whatever happens to it; a host that hangs costs its own permit and, past its deadline, not even
 * that.
 *
 * <p>For one run; {@link #abort} may be called from any thread, before it too.
 */
public final class Audit {
  /** For an agent to clean up in after its deadline, and after its standard input was closed. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  private static final String ABORTED = "aborted";

  private final HostConnector connector;
  private final Judging judge;
  private final RunListener listener;
  private final Clocks clocks;
  private final Duration grace;
  private final LunTurns turns = new LunTurns();

  /** Forgets what is asked of it once the run is over: an abort may come late. */
  private final ScheduledExecutorService watchdog =
      new ScheduledThreadPoolExecutor(
          1, task -> daemon(task, "fleetcheck-watchdog"), new ThreadPoolExecutor.DiscardPolicy());

  private List<HostRun> hosts = List.of();
  private Optional<HostQueue> queue = Optional.empty();
  private boolean aborted;

  public Audit(HostConnector connector, Judging judge, RunListener listener, Clock clock) {
    this(connector, judge, listener, Clocks.of(clock), GRACE);
  }

  Audit(
      HostConnector connector, Judging judge, RunListener listener, Clocks clocks, Duration grace) {
    this.connector = connector;
    this.judge = judge;
    this.listener = listener;
    this.clocks = clocks;
    this.grace = grace;
  }

  /** Blocks until every host has its outcome. An interrupt aborts the run. */
  public AuditResult run(AuditPlan plan) {
    ExecutorService workers =
        Executors.newCachedThreadPool(task -> daemon(task, "fleetcheck-host"));
    try {
      HostQueue open = open(plan);
      Optional<HostRun> next = open.take();
      while (next.isPresent()) {
        start(next.get(), plan, workers);
        next = open.take();
      }
      open.awaitRunning();
    } catch (InterruptedException interrupted) {
      abort();
      awaitRunning();
      Thread.currentThread().interrupt();
    } finally {
      watchdog.shutdownNow();
      workers.shutdown();
    }
    return result(plan.head());
  }

  /**
   * Ends the run: agents are told to stop, hosts not asked so far are skipped, and what is known is
   * kept. {@link #run} returns soon, at the latest after the grace that agents have to clean up.
   */
  public void abort() {
    List<HostRun> running;
    synchronized (this) {
      if (aborted) {
        return;
      }
      aborted = true;
      queue.ifPresent(open -> open.close().forEach(host -> host.skip(ABORTED)));
      running = hosts;
    }
    turns.end("the run was aborted");
    running.forEach(this::end);
  }

  private synchronized HostQueue open(AuditPlan plan) {
    if (queue.isPresent()) {
      throw new IllegalStateException("an audit runs once");
    }
    Optional<Machines> machines = plan.everyName() ? Optional.empty() : Optional.of(new Machines());
    hosts =
        plan.targets().stream()
            .map(
                target ->
                    new HostRun(target, judge, listener, clocks, turns, machines, this::finished))
            .toList();
    HostQueue open = new HostQueue(hosts, plan.forks());
    queue = Optional.of(open);
    if (aborted) {
      open.close().forEach(host -> host.skip(ABORTED));
    }
    return open;
  }

  private void start(HostRun host, AuditPlan plan, ExecutorService workers) {
    try {
      long end = plan.hostDeadline().plus(grace).toMillis();
      Future<?> unused = watchdog.schedule(() -> end(host), end, TimeUnit.MILLISECONDS);
      Request request = Requests.forHost(plan, host.target().name(), clocks.wall());
      Duration turnLimit = Requests.turnLimit(plan);
      workers.execute(() -> host.work(connector, request, turnLimit));
    } catch (RuntimeException | Error thrown) {
      // Such as no memory for another thread.
      host.fail(thrown);
    }
  }

  /** Stops a host, and gives it up where it does not end after that. */
  private void end(HostRun host) {
    host.stop();
    Future<?> unused = watchdog.schedule(host::abandon, grace.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void finished(HostRun host) {
    queue.ifPresent(open -> open.finished(host));
  }

  private void awaitRunning() {
    while (true) {
      try {
        queue.orElseThrow().awaitRunning();
        return;
      } catch (InterruptedException again) {
        // Aborted already: it ends within the grace, and what is known must not be lost.
        abort();
      }
    }
  }

  private synchronized AuditResult result(RunHead head) {
    List<HostResult> results = hosts.stream().map(host -> host.result().orElseThrow()).toList();
    return new AuditResult(
        head.id(),
        head.started(),
        clocks.end(head.started()),
        head.controller(),
        head.options(),
        results,
        aborted);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
