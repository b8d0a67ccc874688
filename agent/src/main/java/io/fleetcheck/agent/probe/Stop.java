package io.fleetcheck.agent.probe;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asked for once, by whoever comes first; looked at between any two calls of the probe. */
public final class Stop {
  /** Why the agent is to end. */
  public enum Reason {
    /** Nobody asked. */
    NONE,
    CONTROLLER_GONE,
    SIGNAL,
    DEADLINE,
    /** There is nothing left to do. */
    FINISHED
  }

  private final CountDownLatch asked = new CountDownLatch(1);
  private volatile Reason reason = Reason.NONE;
  private volatile String why = "";

  /**
   * @param text for people
   */
  public synchronized void ask(Reason newReason, String text) {
    if (asked.getCount() > 0) {
      why = text;
      reason = newReason;
      asked.countDown();
    }
  }

  public boolean isAsked() {
    return asked.getCount() == 0;
  }

  public Reason reason() {
    return reason;
  }

  /** Empty while nobody asked. */
  public String why() {
    return why;
  }

  /**
   * Waits for it.
   *
   * @return whether it was asked for
   */
  public boolean await(long millis) {
    try {
      return asked.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
