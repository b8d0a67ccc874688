package io.fleetcheck.agent;

import io.fleetcheck.agent.probe.Stop;
import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Turn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What the controller says on standard input: the request's line, the admission, then turns. Its
 * end means that the controller is gone.
 */
final class Conversation implements Runnable {
  private static final int MAX_LINE = 1 << 20;

  private final InputStream in;
  private final Stop stop;
  private final Deque<Turn> turns = new ArrayDeque<>();

  Conversation(InputStream in, Stop stop) {
    this.in = in;
    this.stop = stop;
  }

  /**
   * The next line, cut at 1 MiB; empty at the end.
   *
   * @throws IOException where the stream breaks
   */
  String line() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (bytes.size() < MAX_LINE) {
        bytes.write(b);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /**
   * Waits for the controller's answer to the first event.
   *
   * @throws IOException where the stream breaks
   * @throws IllegalArgumentException where it is none
   */
  Admission admission() throws IOException {
    String line = line();
    return line.isEmpty()
        ? new Admission(false, "standard input was closed: the controller is gone")
        : Codec.decode(line, Admission.class);
  }

  /** Listens for turns until the end, then asks everything to stop. */
  @Override
  public void run() {
    try {
      for (String line = line(); !line.isEmpty(); line = line()) {
        Turn turn = Codec.decode(line, Turn.class);
        synchronized (turns) {
          turns.add(turn);
          turns.notifyAll();
        }
      }
      stop.ask(Stop.Reason.CONTROLLER_GONE, "standard input was closed: the controller is gone");
    } catch (IOException | IllegalArgumentException e) {
      stop.ask(
          Stop.Reason.CONTROLLER_GONE, "standard input cannot be understood: " + e.getMessage());
    }
    synchronized (turns) {
      turns.notifyAll();
    }
  }

  /**
   * Waits for the controller's answer about one disk.
   *
   * @return a denial where the agent is to stop
   */
  Turn await(DiskId disk) {
    synchronized (turns) {
      while (!stop.isAsked()) {
        for (Turn turn : turns) {
          if (turn.disk().kind() == disk.kind() && turn.disk().text().equals(disk.text())) {
            turns.remove(turn);
            return turn;
          }
        }
        try {
          // Stop is asked for by others too, who do not notify here.
          turns.wait(200);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return new Turn(disk, false, "interrupted");
        }
      }
    }
    return new Turn(disk, false, stop.why());
  }
}
