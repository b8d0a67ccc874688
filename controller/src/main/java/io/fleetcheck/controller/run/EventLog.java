package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventReader;
import io.fleetcheck.agent.wire.EventWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * What one host told, in order: as objects, or packed while it waits for the reports. As objects
 * the events of thousands of hosts would take gigabytes. Equal where the events are.
 */
public final class EventLog {
  /** Starts each line: there is no noise to tell them from. */
  private static final String TOKEN = "e";

  /** Empty where they are packed. */
  private final List<Event> plain;

  /** The lines of the wire, compressed; empty where they are not. */
  private final byte[] packed;

  private EventLog(List<Event> plain, byte[] packed) {
    this.plain = plain;
    this.packed = packed;
  }

  static EventLog of(List<Event> events) {
    return new EventLog(List.copyOf(events), new byte[0]);
  }

  EventLog packed() {
    return plain.isEmpty() ? this : new EventLog(List.of(), pack(plain));
  }

  /** Of a packed log made anew, each time. */
  List<Event> events() {
    return packed.length == 0 ? plain : unpack(packed);
  }

  private static byte[] pack(List<Event> events) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // The lines are so alike that more effort gains little.
    Deflater fast = new Deflater(Deflater.BEST_SPEED, true);
    try (OutputStream out = new DeflaterOutputStream(bytes, fast, 4096)) {
      EventWriter writer = new EventWriter(out, TOKEN);
      for (Event event : events) {
        writer.write(event);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    } finally {
      fast.end();
    }
    return bytes.toByteArray();
  }

  private static List<Event> unpack(byte[] packed) {
    Inflater inflater = new Inflater(true);
    InputStream in = new InflaterInputStream(new ByteArrayInputStream(packed), inflater, 4096);
    try {
      EventReader reader = new EventReader(in, TOKEN);
      List<Event> events = new ArrayList<>();
      for (Optional<Event> next = reader.next(); next.isPresent(); next = reader.next()) {
        events.add(next.get());
      }
      return List.copyOf(events);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    } finally {
      inflater.end();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EventLog log && events().equals(log.events());
  }

  @Override
  public int hashCode() {
    return events().hashCode();
  }
}
