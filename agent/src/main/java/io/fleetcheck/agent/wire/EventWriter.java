package io.fleetcheck.agent.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Frames events: a line each, made of the request's token, the event's number from 0, and its JSON.
 * Whatever else reaches the stream lacks the token, and is noise to {@link EventReader}.
 *
 * <p>Safe for several threads; a line is written whole and flushed.
 */
public final class EventWriter {
  /** So many make a line of 100 KB at most: neither side need hold a long one. */
  private static final int NODES_A_LINE = 16;

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
    if (event instanceof Event.TopologyFound found) {
      List<BlockNode> nodes = found.topology().nodes();
      for (int i = 0; i < nodes.size(); i += NODES_A_LINE) {
        int end = Math.min(i + NODES_A_LINE, nodes.size());
        line(new Event.NodesFound(nodes.subList(i, end)));
      }
      line(new Event.TopologyFound(found.topology().withNodes(List.of())));
    } else {
      line(event);
    }
  }

  private void line(Event event) throws IOException {
    // The first line break ends whatever noise a shell left without one.
    String start = number == 0 ? "\n" : "";
    String line = start + token + ' ' + number + ' ' + Codec.encode((Record) event) + '\n';
    out.write(line.getBytes(StandardCharsets.US_ASCII));
    out.flush();
    number++;
  }

  /** How many lines were written. */
  public synchronized long count() {
    return number;
  }
}
