package io.fleetcheck.agent;

import io.fleetcheck.agent.probe.Stop;
import io.fleetcheck.agent.wire.EventWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks the session to stop at the deadline, and ends the process where it then does not: a call may
 * hang in the kernel on whichever thread made it.
 */
final class Watchdog implements Runnable {
  /** For the present call to return, udev to settle, and the last events to be written. */
  private static final long GRACE_MILLIS = 8_000;

  private static final long LAST_WORDS_MILLIS = 1_000;

  private final Stop stop;
  private final long deadlineMillis;
  private final EventWriter writer;
  private final Runnable lastResort;
  private final CountDownLatch finished = new CountDownLatch(1);

  /**
   * @param lastResort ends the process
   */
  Watchdog(Stop stop, long deadlineMillis, EventWriter writer, Runnable lastResort) {
    this.stop = stop;
    this.deadlineMillis = deadlineMillis;
    this.writer = writer;
    this.lastResort = lastResort;
  }

  void start() {
    Thread thread = new Thread(this, "watchdog");
    thread.setDaemon(true);
    thread.start();
  }

  /** The session has ended by itself. */
  void finish() {
    finished.countDown();
    stop.ask(Stop.Reason.FINISHED, "finished");
  }

  @Override
  public void run() {
    if (!stop.await(deadlineMillis)) {
      stop.ask(Stop.Reason.DEADLINE, "the deadline of " + deadlineMillis / 1000 + " s has passed");
    }
    if (!isFinishedWithin(GRACE_MILLIS)) {
      sayLastWords();
      lastResort.run();
    }
  }

  /** On a thread of its own: whoever hangs may hang in writing, and hold the writer. */
  private void sayLastWords() {
    String why = stop.why() + ", and a call of the agent does not return";
    Thread words = new Thread(() -> AgentMain.fail(writer, why), "last words");
    words.setDaemon(true);
    words.start();
    try {
      words.join(LAST_WORDS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** For whoever must not end before the session has: the hook that a signal runs. */
  boolean isFinishedWithin(long millis) {
    try {
      return finished.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
