package io.fleetcheck.agent.probe;

/**
 * What one worker is doing, for whoever watches it: a call that hangs in the kernel cannot tell by
 * itself.
 */
public final class Activity {
  private volatile String what = "start";
  private volatile long since = System.nanoTime();
  private volatile boolean abandoned;

  /** Said before every call that may block. */
  void begin(String operation) {
    since = System.nanoTime();
    what = operation;
  }

  /** Whoever watches has given up: nothing new is begun once the present call returns. */
  public void abandon() {
    abandoned = true;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  public String what() {
    return what;
  }

  /** How long the present call has lasted. */
  public long millis() {
    return (System.nanoTime() - since) / 1_000_000;
  }
}
