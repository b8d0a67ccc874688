package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Turn;
import io.fleetcheck.controller.run.Finding.Grade;
import io.fleetcheck.inventory.ConnectionSettings;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The way to one host, gone up to the agent's first word, which is then sent away: nothing is
 * probed. For one run; {@link #stop} from any thread.
 */
public final class Examination {
  private static final long DEADLINE_SECONDS = 1200;

  private final ConnectionSettings target;
  private final HostExaminer hosts;
  private final Clock clock;
  private final List<Step> steps = new ArrayList<>();
  private Optional<RemoteHost> remote = Optional.empty();
  private Optional<Stage> stage = Optional.empty();
  private Instant entered;
  private boolean greeted;
  private boolean stopped;

  /**
   * A finding, and how long the stage took.
   *
   * @param took empty where the finding is none of a stage
   */
  public record Step(Finding finding, Optional<Duration> took) {}

  /** All that was found on the way, in its order. */
  public record Examined(String host, List<Step> steps) {
    public Examined {
      steps = List.copyOf(steps);
    }

    public boolean isFine() {
      return steps.stream().noneMatch(step -> step.finding().grade() == Grade.WRONG);
    }
  }

  public Examination(ConnectionSettings target, HostExaminer hosts, Clock clock) {
    this.target = target;
    this.hosts = hosts;
    this.clock = clock;
    this.entered = clock.instant();
  }

  /** Blocks until the way is gone, or has ended early. */
  public Examined run() {
    HostOutcome outcome;
    try {
      RemoteHost host = begin(hosts.connect(target, this::found));
      outcome = host.run(request(), this::enter, this::hear, new Farewell());
    } catch (RuntimeException | Error bug) {
      outcome = HostOutcome.Bug.of(stage, bug);
    }
    return end(outcome);
  }

  private synchronized RemoteHost begin(RemoteHost host) {
    remote = Optional.of(host);
    if (stopped) {
      host.stop();
    }
    return host;
  }

  public synchronized void stop() {
    stopped = true;
    remote.ifPresent(RemoteHost::stop);
  }

  private Request request() {
    byte[] token = new byte[16];
    new SecureRandom().nextBytes(token);
    return new Request(
        Request.PROTOCOL,
        HexFormat.of().formatHex(token),
        Request.Action.AUDIT,
        "/",
        ProbeMode.INSPECT,
        List.of(),
        Request.Budget.DEFAULT,
        0,
        false,
        DEADLINE_SECONDS,
        clock.millis());
  }

  private synchronized void enter(Stage next) {
    // The agent's first word is within its start.
    if (next == Stage.RUN) {
      return;
    }
    passed();
    stage = Optional.of(next);
    entered = clock.instant();
  }

  /** The stage so far is done with, and all was well. */
  private void passed() {
    stage.ifPresent(
        was -> steps.add(new Step(new Finding(name(was), Grade.OK, "", ""), Optional.of(took()))));
    stage = Optional.empty();
  }

  private Duration took() {
    Duration took = Duration.between(entered, clock.instant());
    return took.isNegative() ? Duration.ZERO : took;
  }

  private static String name(Stage stage) {
    return stage == Stage.START ? "agent" : stage.text().replace('_', ' ');
  }

  /** What is found out about a stage is the stage's result; anything else lies behind it. */
  private synchronized void found(Finding finding) {
    if (stage.map(Examination::name).equals(Optional.of(finding.what()))) {
      steps.add(new Step(finding, Optional.of(took())));
      stage = Optional.empty();
      return;
    }
    passed();
    steps.add(new Step(finding, Optional.empty()));
  }

  private synchronized void hear(Event event) {
    if (event instanceof Event.Warning warning) {
      steps.add(new Step(new Finding("warning", Grade.NOTE, warning.text(), ""), Optional.empty()));
    } else if (event instanceof Event.Hello hello) {
      greeted = true;
      stage = Optional.empty();
      String found = "agent " + hello.version() + " runs on Java " + hello.java();
      steps.add(new Step(new Finding("agent", Grade.OK, found, ""), Optional.of(took())));
    }
  }

  private synchronized Examined end(HostOutcome outcome) {
    boolean told =
        !steps.isEmpty() && steps.get(steps.size() - 1).finding().found().equals(outcome.detail());
    if (!greeted && !told) {
      String what = stage.or(outcome::at).map(Examination::name).orElse("host");
      String found = outcome.detail();
      steps.add(new Step(new Finding(what, Grade.WRONG, found, ""), Optional.of(took())));
    }
    return new Examined(target.name(), steps);
  }

  /** Sends the agent away before it does anything. */
  private static final class Farewell implements Answers {
    @Override
    public Turn apply(Event.TurnWanted wanted) {
      return new Turn(wanted.disk(), false, "nothing is to be probed");
    }

    @Override
    public Admission admit(Event.Hello hello) {
      return new Admission(false, "this was all that was wanted");
    }
  }
}
