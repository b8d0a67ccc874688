package io.fleetcheck.controller.ssh;

import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventReader;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.run.Answers;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostOutcome.AgentFailed;
import io.fleetcheck.controller.run.HostOutcome.Answered;
import io.fleetcheck.controller.run.HostOutcome.Skipped;
import io.fleetcheck.controller.run.Stage;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A started agent: one request to it, its events from it, and how it ended. */
final class AgentSession {
  /** The agent's own deadline lies this much before the host's, for its last words to arrive. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(3);

  private final String target;
  private final Link.Running running;
  private final Watched stdout;
  private final Diagnostics diagnostics;

  AgentSession(String target, Link.Running running, InputStream stdout, Diagnostics diagnostics) {
    this.target = target;
    this.running = running;
    this.stdout = new Watched(stdout);
    this.diagnostics = diagnostics;
  }

  /**
   * Sends the request and passes events on until the agent's end.
   *
   * @throws IOException where the connection breaks
   */
  HostOutcome converse(Request request, StageTimer timer, Consumer<Event> events, Answers answers)
      throws IOException {
    send(Codec.encode(withDeadline(request, timer.left())));
    EventReader reader = new EventReader(stdout, request.token());
    Optional<String> failed = Optional.empty();
    while (true) {
      Optional<Event> next;
      try {
        next = reader.next();
      } catch (IOException e) {
        stdout.rethrow();
        return failed(timer.stage(), AgentHost.reason(e), reader.noise());
      }
      if (next.isEmpty()) {
        return failed(timer.stage(), failed.orElse(""), reader.noise());
      }
      Event event = next.get();
      if (timer.stage() == Stage.START) {
        timer.enter(Stage.RUN);
      }
      events.accept(event);
      if (event instanceof Event.Hello hello) {
        Admission admission = answers.admit(hello);
        send(Codec.encode(admission));
        if (!admission.granted()) {
          return new Skipped(Optional.empty(), admission.why());
        }
      } else if (event instanceof Event.TurnWanted wanted) {
        send(Codec.encode(answers.apply(wanted)));
      } else if (event instanceof Event.Failed why) {
        failed = Optional.of(why.reason());
      } else if (event instanceof Event.Done done) {
        if (done.events() == reader.count() - 1) {
          // Its lock on the host is gone when it is, and the next run may come at once.
          Link.Exit unused = running.exit();
          return new Answered();
        }
        return failed(
            timer.stage(),
            "it counts " + done.events() + " events, " + (reader.count() - 1) + " came",
            "");
      }
    }
  }

  /** Closes the agent's input, on which it cleans up and ends. Never blocks. */
  void hangUp() {
    Thread closing =
        new Thread(
            () -> {
              try {
                running.stdin().close();
              } catch (IOException gone) {
                // Then it has lost its input already.
              }
            },
            "fleetcheck-hang-up");
    closing.setDaemon(true);
    closing.start();
  }

  private void send(String line) {
    AgentStarter.tell(running, (line + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  private static Request withDeadline(Request request, Duration left) {
    long seconds = Math.max(1, left.minus(LAST_WORDS).toSeconds());
    return new Request(
        request.protocol(),
        request.token(),
        request.action(),
        request.sysroot(),
        request.mode(),
        request.scratch(),
        request.budget(),
        request.busyLimit(),
        request.probeThin(),
        seconds,
        request.controllerTimeMillis());
  }

  /** Standard output has ended, or makes no sense: why is in what the agent said and its end. */
  private AgentFailed failed(Stage stage, String why, String noise) throws IOException {
    hangUp();
    String stderr = diagnostics.text();
    Link.Exit exit = running.exit();
    return new AgentFailed(
        stage, exit.status(), exit.signal(), explain(why, exit, noise, stderr), stderr);
  }

  private String explain(String why, Link.Exit exit, String noise, String stderr) {
    String who = "the agent on " + target;
    if (!why.isEmpty()) {
      return who + ": " + AgentStarter.oneLine(why);
    }
    String said = AgentStarter.oneLine((stderr + "\n" + noise).strip());
    String tail = said.isEmpty() ? "" : ": " + said;
    if (exit.signal().equals(Optional.of("KILL"))) {
      return who + " was killed by SIGKILL: out of memory? The kernel log (dmesg) tells" + tail;
    }
    return who + " ended before it was done (" + exit + ")" + tail;
  }

  /** Knows whether it was the connection that broke, rather than what came over it. */
  private static final class Watched extends FilterInputStream {
    private Optional<IOException> broken = Optional.empty();

    Watched(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException e) {
        broken = Optional.of(e);
        throw e;
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (IOException e) {
        broken = Optional.of(e);
        throw e;
      }
    }

    void rethrow() throws IOException {
      if (broken.isPresent()) {
        throw broken.get();
      }
    }
  }
}
