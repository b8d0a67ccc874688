package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Turn;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lets one host at a time probe a LUN. Several hosts may see the same one, over other adapters and
 * paths: each is measured, in the order of asking, but never two at once, since either would
 * measure the other.
 */
final class LunTurns {
  /** The host that holds the LUN first, behind it those that wait. */
  private final Map<DiskId, Deque<Object>> queues = new HashMap<>();

  private final Set<Object> gone = new HashSet<>();
  private Optional<String> ended = Optional.empty();

  /**
   * Waits until no other host holds the LUN. A name that is good within one host only is granted at
   * once.
   *
   * @param holder equal to itself only
   * @param limit how long to wait, then the turn is denied
   */
  synchronized Turn take(DiskId disk, Object holder, Duration limit) throws InterruptedException {
    if (!disk.isGlobal()) {
      return new Turn(disk, true, "");
    }
    Deque<Object> queue = queues.computeIfAbsent(disk, key -> new ArrayDeque<>());
    if (!queue.contains(holder)) {
      queue.add(holder);
    }
    long end = System.nanoTime() + limit.toNanos();
    while (ended.isEmpty() && !gone.contains(holder)) {
      if (queue.element() == holder) {
        return new Turn(disk, true, "");
      }
      long millis = (end - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        release(disk, holder);
        return new Turn(disk, false, "another host was still probing this LUN");
      }
      wait(millis);
    }
    release(disk, holder);
    return new Turn(disk, false, ended.orElse("the host has ended"));
  }

  synchronized void release(DiskId disk, Object holder) {
    Deque<Object> queue = queues.get(disk);
    if (queue != null && queue.remove(holder)) {
      if (queue.isEmpty()) {
        queues.remove(disk);
      }
      notifyAll();
    }
  }

  /** The host is done: what it holds is free, what it waits for is denied. */
  synchronized void leave(Object holder) {
    gone.add(holder);
    queues.values().forEach(queue -> queue.remove(holder));
    queues.values().removeIf(Deque::isEmpty);
    notifyAll();
  }

  /** From now on every turn is denied. */
  synchronized void end(String why) {
    ended = Optional.of(why);
    notifyAll();
  }
}
