package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.run.Stage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Holds one host to its deadlines. When one passes, whatever the host's thread is blocked in is cut
 * from outside: neither time-outs nor interrupts reach into a socket that drips.
 */
final class StageTimer implements AutoCloseable {
  private final ScheduledExecutorService scheduler;
  private StageLimits limits;
  private final Consumer<Stage> listener;
  private final Runnable cut;
  private final long end;

  private Stage stage = Stage.RESOLVE;
  private Duration limit = Duration.ZERO;
  private Optional<Future<?>> pending = Optional.empty();
  private boolean suspended;
  private boolean expired;
  private int entered;

  /**
   * @param host the deadline of it all, from now on
   * @param cut frees the host's thread; must not block
   */
  StageTimer(
      ScheduledExecutorService scheduler,
      StageLimits limits,
      Duration host,
      Consumer<Stage> listener,
      Runnable cut) {
    this.scheduler = scheduler;
    this.limits = limits;
    this.listener = listener;
    this.cut = cut;
    this.end = System.nanoTime() + host.toNanos();
  }

  /** Ends the stage before and starts this one's deadline; goes on with one that was suspended. */
  void enter(Stage next) {
    boolean goesOn;
    synchronized (this) {
      goesOn = suspended && next == stage;
      suspended = false;
      pending.ifPresent(task -> task.cancel(false));
      stage = next;
      limit = limits.of(next, left());
      int current = ++entered;
      pending =
          Optional.of(
              scheduler.schedule(() -> expire(current), limit.toMillis(), TimeUnit.MILLISECONDS));
    }
    if (!goesOn) {
      listener.accept(next);
    }
  }

  /**
   * Ends the stage's deadline without another: what follows waits for a person, or for others who
   * have deadlines of their own.
   */
  synchronized void suspend() {
    suspended = true;
    entered++;
    pending.ifPresent(task -> task.cancel(false));
  }

  /** From the next stage on. */
  synchronized void limitNetwork(Duration timeout) {
    limits = limits.butNetwork(timeout);
  }

  private void expire(int which) {
    synchronized (this) {
      if (which != entered) {
        return;
      }
      expired = true;
    }
    cut.run();
  }

  synchronized Stage stage() {
    return stage;
  }

  /** Whether the stage's deadline has passed; the host's thread was freed then. */
  synchronized boolean expired() {
    return expired;
  }

  /** The deadline of the stage, counted from its start. */
  synchronized Duration limit() {
    return limit;
  }

  /** What is left of the host's deadline; not negative. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  @Override
  public synchronized void close() {
    entered++;
    pending.ifPresent(task -> task.cancel(false));
  }
}
