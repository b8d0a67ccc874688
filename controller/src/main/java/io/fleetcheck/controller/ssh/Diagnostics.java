package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads a command's standard error to its end, always: nobody may stall for having much to say. The
 * start is kept, for the text of an error; and a prompt is watched for.
 */
final class Diagnostics implements Runnable {
  /** Where the cause of a failure stands is the start, not the end. */
  private static final int KEPT = 16 << 10;

  private final InputStream in;
  private final String mark;
  private final Prompts prompts;
  private final Runnable prompted;
  private final StringBuilder kept = new StringBuilder();
  private boolean ended;

  /**
   * @param mark what our scripts print and nobody should see, up to the word behind it
   * @param prompts what to watch for
   * @param prompted called each time the prompt is seen, in the reading thread
   */
  Diagnostics(InputStream in, String mark, Prompts prompts, Runnable prompted) {
    this.in = in;
    this.mark = mark;
    this.prompts = prompts;
    this.prompted = prompted;
  }

  @Override
  public void run() {
    byte[] buffer = new byte[8192];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        take(new String(buffer, 0, n, StandardCharsets.UTF_8));
      }
    } catch (IOException broken) {
      // The same break ends standard output, where it is told.
    } finally {
      end();
    }
  }

  private void take(String text) {
    synchronized (this) {
      kept.append(text, 0, Math.min(text.length(), KEPT - kept.length()));
    }
    for (int asked = prompts.in(text); asked > 0; asked--) {
      prompted.run();
    }
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** What was said up to the end, which is waited for a moment; without prompts, stripped. */
  synchronized String text() {
    long end = System.nanoTime() + 2_000_000_000L;
    try {
      for (long left = 2000; !ended && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return soFar();
  }

  /** The same without waiting. */
  synchronized String soFar() {
    return kept.toString().replaceAll(mark + " [a-z]+\\R?", "").strip();
  }
}
