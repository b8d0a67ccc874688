package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.agent.wire.Turn;
import io.fleetcheck.controller.run.HostOutcome.Bug;
import io.fleetcheck.controller.run.HostOutcome.Skipped;
import io.fleetcheck.controller.run.HostOutcome.TimedOut;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.inventory.ConnectionSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One host's part of a run: gathers what comes from it until it has its outcome, and is deaf from
 * then on.
 */
final class HostRun {
  private final ConnectionSettings target;
  private final Judging judge;
  private final RunListener listener;
  private final Clocks clocks;
  private final LunTurns turns;
  private final Optional<Machines> machines;
  private final Consumer<HostRun> done;

  private final List<Event> events = new ArrayList<>();
  private final Map<Stage, Duration> timings = new EnumMap<>(Stage.class);
  private Optional<Stage> stage = Optional.empty();
  private Optional<RemoteHost> remote = Optional.empty();
  private Optional<HostOutcome> denied = Optional.empty();
  private Optional<Throwable> bug = Optional.empty();
  private Optional<HostResult> result = Optional.empty();
  private boolean stopped;
  private Instant started;
  private long began;
  private long stageBegan;

  /**
   * @param machines that the run has met; empty where each name is to be audited
   */
  HostRun(
      ConnectionSettings target,
      Judging judge,
      RunListener listener,
      Clocks clocks,
      LunTurns turns,
      Optional<Machines> machines,
      Consumer<HostRun> done) {
    this.target = target;
    this.judge = judge;
    this.listener = listener;
    this.clocks = clocks;
    this.turns = turns;
    this.machines = machines;
    this.done = done;
    this.started = clocks.now();
    this.began = clocks.ticks();
    this.stageBegan = began;
  }

  ConnectionSettings target() {
    return target;
  }

  /** Works on the host until it has an outcome. Throws nothing. */
  void work(HostConnector hosts, Request request, Duration turnLimit) {
    try {
      tell(heard -> heard.hostStarted(target.name()));
      RemoteHost host = begin(hosts.connect(target));
      HostOutcome outcome = host.run(request, this::enter, this::hear, new Answering(turnLimit));
      finish(denied().orElse(outcome));
    } catch (RuntimeException | Error thrown) {
      fail(thrown);
    }
  }

  /** What the agent is told. */
  private final class Answering implements Answers {
    private final Duration turnLimit;

    Answering(Duration turnLimit) {
      this.turnLimit = turnLimit;
    }

    @Override
    public Turn apply(Event.TurnWanted wanted) {
      return turn(wanted, turnLimit);
    }

    @Override
    public Admission admit(Event.Hello hello) {
      return machines
          .flatMap(met -> hello.machine().map(machine -> met.meet(target.name(), machine)))
          .map(HostRun.this::admit)
          .orElse(Admission.GRANTED);
    }
  }

  private Admission admit(Machines.Met met) {
    met.cloneOf()
        .ifPresent(
            other ->
                hear(
                    new Event.Warning(
                        "it has the machine-id of "
                            + other
                            + " and is another machine: copies of an image, or containers? Give one"
                            + " of them a new one, by systemd-machine-id-setup")));
    if (met.sameAs().isEmpty()) {
      return Admission.GRANTED;
    }
    Skipped skipped = Skipped.sameAs(met.sameAs().get());
    synchronized (this) {
      denied = Optional.of(skipped);
    }
    return new Admission(false, skipped.reason());
  }

  private synchronized Optional<HostOutcome> denied() {
    return denied;
  }

  void fail(Throwable bug) {
    finish(Bug.of(stage(), bug));
  }

  private synchronized RemoteHost begin(RemoteHost host) {
    started = clocks.now();
    began = clocks.ticks();
    stageBegan = began;
    remote = Optional.of(host);
    if (stopped) {
      host.stop();
    }
    return host;
  }

  private synchronized Optional<Stage> stage() {
    return stage;
  }

  private synchronized Duration lasted() {
    return clocks.since(began);
  }

  private void enter(Stage next) {
    synchronized (this) {
      if (result.isPresent()) {
        return;
      }
      endStage();
      stage = Optional.of(next);
    }
    tell(heard -> heard.stageEntered(target.name(), next));
  }

  private void endStage() {
    long now = clocks.ticks();
    Duration lasted = Duration.ofNanos(now - stageBegan);
    stage.ifPresent(ended -> timings.merge(ended, lasted, Duration::plus));
    stageBegan = now;
  }

  private void hear(Event event) {
    synchronized (this) {
      if (result.isPresent()) {
        return;
      }
      events.add(event);
    }
    if (event instanceof Event.DiskProbed probed) {
      turns.release(probed.disk(), this);
    }
    tell(heard -> heard.event(target.name(), event));
  }

  private Turn turn(Event.TurnWanted wanted, Duration limit) {
    try {
      return turns.take(wanted.disk(), this, limit.minus(lasted()));
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      return new Turn(wanted.disk(), false, "the run is ending");
    }
  }

  /** What a listener throws must neither stop the host's work nor get lost. */
  private void tell(Consumer<RunListener> call) {
    try {
      call.accept(listener);
    } catch (RuntimeException | Error thrown) {
      synchronized (this) {
        bug = bug.or(() -> Optional.of(thrown));
      }
    }
  }

  /** Ends the agent, early; the outcome comes from {@link #work}. */
  synchronized void stop() {
    stopped = true;
    try {
      remote.ifPresent(RemoteHost::stop);
    } catch (RuntimeException | Error thrown) {
      bug = bug.or(() -> Optional.of(thrown));
    }
  }

  /** Gives up waiting for a host that does not even react to {@link #stop}. */
  void abandon() {
    Stage at = stage().orElse(Stage.CONNECT);
    finish(new TimedOut(at, "stuck in stage " + at.text() + " and given up"));
  }

  void skip(String reason) {
    finish(new Skipped(Optional.empty(), reason));
  }

  private void finish(HostOutcome outcome) {
    HostResult finished;
    synchronized (this) {
      if (result.isPresent()) {
        return;
      }
      endStage();
      finished = conclude(outcome);
      result = Optional.of(finished);
    }
    turns.leave(this);
    tell(heard -> heard.hostFinished(finished));
    try {
      release(finished);
    } finally {
      done.accept(this);
    }
  }

  /** What waits for the end of the run, waits packed and without a connection. */
  private synchronized void release(HostResult finished) {
    events.clear();
    remote = Optional.empty();
    result = Optional.of(finished.packed());
  }

  private HostResult conclude(HostOutcome outcome) {
    try {
      return result(outcome, verdicts());
    } catch (RuntimeException | Error thrown) {
      return result(Bug.of(stage, thrown), List.of());
    }
  }

  private HostResult result(HostOutcome outcome, List<Verdict> verdicts) {
    return new HostResult(
        target.name(), outcome, events, verdicts, timings, started, clocks.end(started));
  }

  /** Of every disk that was seen; one that the agent did not come to is judged by its facts. */
  private List<Verdict> verdicts() {
    Told told = new Told(events);
    Optional<Topology> topology = told.topology();
    if (topology.isEmpty()) {
      return List.of();
    }
    List<Verdict> verdicts = judge.judge(topology.get(), told.probes());
    if (verdicts.size() != topology.get().disks().size()) {
      throw new IllegalStateException("the judge left a disk out");
    }
    return verdicts;
  }

  /**
   * Empty until the host has its outcome. Where the listener threw, that is the outcome: something
   * that the user was to hear of is missing.
   */
  synchronized Optional<HostResult> result() {
    return result.map(
        told -> bug.map(thrown -> told.withOutcome(Bug.of(stage, thrown))).orElse(told));
  }
}
