package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.Request;

/** What is left of one disk's budget of time and bytes. One thread. */
final class Spending {
  private final long start = System.nanoTime();
  private final Request.Budget budget;
  private final Stop stop;
  private final Activity activity;
  private long bytes;
  private double share = 1;
  private long reserve;

  Spending(Request.Budget budget, Stop stop, Activity activity) {
    this.budget = budget;
    this.stop = stop;
    this.activity = activity;
  }

  /**
   * From now on only a part of it counts as there.
   *
   * @param time from 0 to 1
   * @param newReserve bytes that are kept for later
   */
  void limit(double time, long newReserve) {
    share = time;
    reserve = newReserve;
  }

  /** The part of the time that is gone, from 0. */
  double share() {
    return (double) millis() / budget.millis();
  }

  /** Whether nothing more may be begun. */
  boolean isOver() {
    return stop.isAsked() || activity.isAbandoned() || millis() >= budget.millis() * share;
  }

  /**
   * Books bytes that are about to be written or zeroed.
   *
   * @return false, and nothing booked, where that would be too much
   */
  boolean take(long more) {
    if (more > bytesLeft()) {
      return false;
    }
    bytes += more;
    return true;
  }

  long bytesLeft() {
    return budget.bytes() - reserve - bytes;
  }

  long millis() {
    return (System.nanoTime() - start) / 1_000_000;
  }

  /** For people. */
  String spent() {
    return millis()
        + " of "
        + budget.millis()
        + " ms, "
        + bytes
        + " of "
        + budget.bytes()
        + " bytes"
        + (stop.isAsked() ? "; " + stop.why() : "");
  }
}
