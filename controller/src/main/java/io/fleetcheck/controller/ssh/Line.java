package io.fleetcheck.controller.ssh;

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
      current = cutter;
    }
    current.run();
  }

  synchronized boolean isCut() {
    return cut;
  }
}
