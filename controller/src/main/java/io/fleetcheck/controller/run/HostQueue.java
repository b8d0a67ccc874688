package io.fleetcheck.controller.run;

import io.fleetcheck.inventory.ConnectionSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Hands out hosts in the order of the inventory, never more at once than there are permits: of the
 * run, and of each address. A host whose address is taken is passed over, not waited for.
 */
final class HostQueue {
  /**
   * Of one address: sshd drops unauthenticated connections at random from the tenth on
   * (MaxStartups, sshd_config(5)).
   */
  static final int PER_ADDRESS = 4;

  /** The agent admits one of itself on a machine. */
  private static final int LOCAL = 1;

  private final List<HostRun> waiting;
  private final Map<String, Integer> taken = new HashMap<>();
  private final int forks;
  private final Set<HostRun> running = new HashSet<>();
  private boolean closed;

  HostQueue(List<HostRun> hosts, int forks) {
    this.waiting = new ArrayList<>(hosts);
    this.forks = forks;
  }

  /** Waits for a host that may start; empty once none is left to start. */
  synchronized Optional<HostRun> take() throws InterruptedException {
    while (!waiting.isEmpty() && !closed) {
      Optional<HostRun> next = next();
      if (next.isPresent()) {
        running.add(next.get());
        taken.merge(address(next.get()), 1, Integer::sum);
        return next;
      }
      wait();
    }
    return Optional.empty();
  }

  private Optional<HostRun> next() {
    if (running.size() >= forks) {
      return Optional.empty();
    }
    for (Iterator<HostRun> hosts = waiting.iterator(); hosts.hasNext(); ) {
      HostRun host = hosts.next();
      if (taken.getOrDefault(address(host), 0) < limit(host)) {
        hosts.remove();
        return Optional.of(host);
      }
    }
    return Optional.empty();
  }

  /** A host has its outcome; nothing to do where it was never taken. */
  synchronized void finished(HostRun host) {
    if (running.remove(host)) {
      taken.merge(address(host), -1, Integer::sum);
      notifyAll();
    }
  }

  /** No further host is handed out; returns those that never were. */
  synchronized List<HostRun> close() {
    closed = true;
    List<HostRun> never = List.copyOf(waiting);
    waiting.clear();
    notifyAll();
    return never;
  }

  synchronized void awaitRunning() throws InterruptedException {
    while (!running.isEmpty()) {
      wait();
    }
  }

  private static String address(HostRun host) {
    ConnectionSettings target = host.target();
    return target.method() == ConnectionSettings.Method.LOCAL ? "" : target.address();
  }

  private static int limit(HostRun host) {
    return host.target().method() == ConnectionSettings.Method.LOCAL ? LOCAL : PER_ADDRESS;
  }
}
