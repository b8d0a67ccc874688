package io.fleetcheck.controller.ssh;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.run.Answers;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostOutcome.Skipped;
import io.fleetcheck.controller.run.HostOutcome.TimedOut;
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.RemoteHost;
import io.fleetcheck.controller.run.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One host from the first packet to the agent's end: whatever stops it becomes the outcome. */
final class AgentHost implements RemoteHost {
  /** For the agent to clean up in once its input was closed. */
  private static final Duration CLEAN_UP = Duration.ofSeconds(10);

  private final Dialer dialer;
  private final AgentStarter starter;
  private final StageLimits limits;
  private final ScheduledExecutorService scheduler;
  private final Line line = new Line();

  private Optional<AgentSession> session = Optional.empty();
  private boolean stopped;

  AgentHost(
      Dialer dialer, AgentStarter starter, StageLimits limits, ScheduledExecutorService scheduler) {
    this.dialer = dialer;
    this.starter = starter;
    this.limits = limits;
    this.scheduler = scheduler;
  }

  @Override
  public HostOutcome run(
      Request request, Consumer<Stage> stage, Consumer<Event> events, Answers answers) {
    Duration host = Duration.ofSeconds(request.deadlineSeconds());
    LastHeard heard = new LastHeard(events);
    try (StageTimer timer = new StageTimer(scheduler, limits, host, stage, line::cut)) {
      HostOutcome outcome = work(request, timer, heard, answers);
      return honest(outcome, timer, heard);
    } finally {
      line.cut();
    }
  }

  private HostOutcome work(Request request, StageTimer timer, LastHeard heard, Answers answers) {
    try {
      Link link = dialer.dial(timer, line, heard);
      line.lay(link::cut);
      timer.enter(Stage.SHELL);
      AgentSession started = starter.start(link, timer);
      begin(started);
      return started.converse(request, timer, heard, answers);
    } catch (HostFailure failure) {
      return failure.outcome();
    } catch (IOException broken) {
      return new Unreachable(
          timer.stage(), "the connection to " + dialer.target() + " broke: " + reason(broken));
    }
  }

  /** A host that was cut off has another outcome than what its thread then ran into. */
  private HostOutcome honest(HostOutcome outcome, StageTimer timer, LastHeard heard) {
    if (outcome instanceof HostOutcome.Answered) {
      return outcome;
    }
    if (timer.expired()) {
      return new TimedOut(timer.stage(), expiry(timer, heard));
    }
    return isStopped() ? new Skipped(Optional.of(timer.stage()), "aborted") : outcome;
  }

  private String expiry(StageTimer timer, LastHeard heard) {
    String limit = timer.limit().toMillis() / 1000.0 + " s";
    String target = dialer.target();
    return switch (timer.stage()) {
      case RESOLVE -> "the name of " + target + " was not resolved within " + limit;
      case CONNECT ->
          target + " did not accept the connection within " + limit + ": is it up, the port open?";
      case HOST_KEY ->
          target + " accepted the connection, but did not finish the key exchange within " + limit;
      case AUTHENTICATION ->
          target + " did not answer the authentication within " + limit + ": PAM, DNS or LDAP?";
      case SHELL ->
          "the login shell of "
              + target
              + " did not get to our command within "
              + limit
              + ": a slow start file such as .bashrc, or a full process table?";
      case BECOME ->
          starter.method()
              + " on "
              + target
              + " did not answer within "
              + limit
              + ": PAM, DNS or LDAP?";
      case RUNTIME ->
          "a Java runtime was not received and unpacked by "
              + target
              + " within "
              + limit
              + ": a slow line? Install a headless JRE there";
      case PUSH -> "the agent was not received by " + target + " within " + limit;
      case START -> "Java on " + target + " did not start the agent within " + limit;
      case RUN -> "the agent on " + target + " was not done within the host's deadline" + heard;
    };
  }

  private synchronized void begin(AgentSession started) {
    session = Optional.of(started);
    if (stopped) {
      end(started);
    }
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  @Override
  public synchronized void stop() {
    if (stopped) {
      return;
    }
    stopped = true;
    session.ifPresentOrElse(this::end, line::cut);
  }

  private void end(AgentSession running) {
    running.hangUp();
    Future<?> unused = scheduler.schedule(line::cut, CLEAN_UP.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** An exception in one line for a sentence. */
  static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getMessage() == null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return (message == null ? cause.getClass().getSimpleName() : message).replaceAll("\\s+", " ");
  }

  /** Passes events on and remembers what the agent was at, to name what it hung on. */
  private static final class LastHeard implements Consumer<Event> {
    private final Consumer<Event> next;
    private String last = "";

    LastHeard(Consumer<Event> next) {
      this.next = next;
    }

    @Override
    public void accept(Event event) {
      if (event instanceof Event.Progress progress) {
        last =
            "; last heard of it: "
                + progress.what()
                + " on "
                + progress.disk()
                + ", step "
                + progress.step()
                + " of "
                + progress.steps();
      } else if (event instanceof Event.TurnWanted wanted) {
        last = "; last heard of it: waiting for its turn on " + wanted.disk();
      }
      next.accept(event);
    }

    @Override
    public String toString() {
      return last;
    }
  }
}
