package io.fleetcheck.agent.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Waits for udev's change rules after a block node that was open for writing is closed: its daemon
 * is told by inotify, makes a change event, runs the rules and writes the device's record anew.
 * {@code /run/udev/queue} stands while it is at work (systemd, udevadm settle).
 */
final class UdevQueue {
  private static final Path CONTROL = Path.of("/run/udev/control");
  private static final Path QUEUE = Path.of("/run/udev/queue");
  private static final long STEP_MILLIS = 20;

  /** Not every node is watched: after so long without a new record, none comes. */
  private static final long PATIENCE_MILLIS = 1_000;

  private final Path record;
  private final Object before;
  private final Stop stop;

  private UdevQueue(Path record, Stop stop) {
    this.record = record;
    this.before = state(record);
    this.stop = stop;
  }

  /** Taken before the node is closed. */
  static UdevQueue before(String number, Stop stop) {
    return new UdevQueue(Path.of("/run/udev/data/b" + number), stop);
  }

  /** After it was closed; at most so long. */
  void settle(long limitMillis) {
    if (!Files.exists(CONTROL)) {
      return;
    }
    long patience = Math.min(PATIENCE_MILLIS, limitMillis);
    for (long waited = 0; waited < limitMillis; waited += STEP_MILLIS) {
      boolean handled = !state(record).equals(before) || waited >= patience;
      if ((handled && !Files.exists(QUEUE)) || stop.await(STEP_MILLIS)) {
        return;
      }
    }
  }

  /** Each new record is another file under the same name. */
  private static Object state(Path record) {
    try {
      return Files.getAttribute(record, "unix:ino") + " " + Files.getLastModifiedTime(record);
    } catch (IOException | UnsupportedOperationException none) {
      return "none";
    }
  }
}
