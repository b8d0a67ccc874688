package io.fleetcheck.agent.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the events of one agent in a stream that may carry anything else too: what a shell's rc
 * files print, sudo's lecture, a JVM's warnings.
 */
public final class EventReader {
  /** Longer lines are cut: no event of ours comes near. */
  private static final int MAX_LINE = 64 << 20;

  private static final int MAX_NOISE = 16 << 10;

  private final InputStream in;
  private final String token;
  private final StringBuilder noise = new StringBuilder();
  private final byte[] buffer = new byte[16 << 10];
  private int start;
  private int end;
  private final List<BlockNode> nodes = new ArrayList<>();
  private final Pool pool = new Pool();
  private long expected;

  /**
   * @param in read ahead of what is returned
   */
  public EventReader(InputStream in, String token) {
    this.in = in;
    this.token = token;
  }

  /**
   * The next event; empty at the end of the stream.
   *
   * @throws IOException where the stream breaks, or an event was lost or damaged on its way
   */
  public Optional<Event> next() throws IOException {
    for (String line = line(); line != null; line = line()) {
      if (line.startsWith(token + ' ')) {
        Optional<Event> whole = whole(event(line.substring(token.length() + 1)));
        if (whole.isPresent()) {
          return whole;
        }
        continue;
      }
      if (noise.length() < MAX_NOISE) {
        noise.append(line, 0, Math.min(line.length(), MAX_NOISE - noise.length())).append('\n');
      }
    }
    return Optional.empty();
  }

  /** How many lines of the agent have come, one or more for an event. */
  public long count() {
    return expected;
  }

  /** Keeps nodes until their topology comes. */
  private Optional<Event> whole(Event event) {
    if (event instanceof Event.NodesFound some) {
      some.nodes().forEach(node -> nodes.add(node.sharing(pool)));
      return Optional.empty();
    }
    return Optional.of(
        event instanceof Event.TopologyFound found
            ? new Event.TopologyFound(found.topology().withNodes(nodes))
            : event);
  }

  /** What came that was no event, for the text of an error; cut after 16 KiB. */
  public String noise() {
    return noise.toString().strip();
  }

  private Event event(String framed) throws IOException {
    int blank = framed.indexOf(' ');
    try {
      long number = Long.parseLong(framed, 0, Math.max(blank, 0), 10);
      if (number != expected) {
        throw new IOException("event " + expected + " of the agent was lost: got " + number);
      }
      Event event = Codec.decode(framed.substring(blank + 1), Event.class);
      expected++;
      return event;
    } catch (IllegalArgumentException damaged) {
      throw new IOException("event " + expected + " of the agent is damaged", damaged);
    }
  }

  private @Nullable String line() throws IOException {
    if (start == end && !fill()) {
      return null;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    do {
      int at = start;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      bytes.write(buffer, start, Math.min(at - start, MAX_LINE - bytes.size()));
      start = at;
      if (at < end) {
        start++;
        break;
      }
    } while (fill());
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  private boolean fill() throws IOException {
    start = 0;
    // At least one byte, not as many as there is room for: the agent waits for our answers.
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }
}
