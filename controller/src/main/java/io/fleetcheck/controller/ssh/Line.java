package io.fleetcheck.controller.ssh;

import java.time.Duration;

/**
 * What of a host's way can be cut right now: the socket while it connects, later the link. Cut
 * once, it stays so: what is laid afterwards is cut at once.
 */
final class Line {
  private Runnable cutter = () -> {};
  private boolean cut;

  void lay(Runnable next) {
    synchronized (this) {
      if (!cut) {
        cutter = next;
        return;
      }
    }
    next.run();
  }

  void cut() {
    Runnable current;
    synchronized (this) {
      cut = true;
      notifyAll();
      current = cutter;
    }
    current.run();
  }

  /** Waits; less where it is cut. */
  synchronized void awaitCut(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try {
      for (long left = limit.toMillis(); !cut && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized boolean isCut() {
    return cut;
  }
}
