package io.fleetcheck.controller.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * What time it is, and how long things take: the wall clock may be set while a run goes on, and
 * must not cut a wait short then, or make a stage last years.
 *
 * @param wall for what people and reports are told
 * @param nanos a clock that only goes on, as {@link System#nanoTime}
 */
record Clocks(Clock wall, LongSupplier nanos) {
  static Clocks of(Clock wall) {
    return new Clocks(wall, System::nanoTime);
  }

  Instant now() {
    return wall.instant();
  }

  /** The end of what began then: not before it, also where the clock was set back meanwhile. */
  Instant end(Instant start) {
    Instant now = now();
    return now.isBefore(start) ? start : now;
  }

  long ticks() {
    return nanos.getAsLong();
  }

  /**
   * @param ticks told by this before
   */
  Duration since(long ticks) {
    return Duration.ofNanos(ticks() - ticks);
  }
}
