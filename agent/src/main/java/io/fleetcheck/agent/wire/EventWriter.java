package io.fleetcheck.agent.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Frames events: a line each, made of the request's token, the event's number from 0, and its JSON.
 * Whatever else reaches the stream lacks the token, and is noise to {@link EventReader}.
 *
 * <p>Safe for several threads; a line is written whole and flushed.
 */
public final class EventWriter {
  private final OutputStream out;
  private final String token;
  private long number;

  public EventWriter(OutputStream out, String token) {
    this.out = out;
    this.token = token;
  }

  /**
   * @throws IOException where the controller is gone
   */
  public synchronized void write(Event event) throws IOException {
    // The first line break ends whatever noise a shell left without one.
    String start = number == 0 ? "\n" : "";
    String line = start + token + ' ' + number + ' ' + Codec.encode((Record) event) + '\n';
    out.write(line.getBytes(StandardCharsets.US_ASCII));
    out.flush();
    number++;
  }

  /** How many events were written. */
  public synchronized long count() {
    return number;
  }
}
