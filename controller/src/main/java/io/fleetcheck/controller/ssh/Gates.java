package io.fleetcheck.controller.ssh;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Keeps a machine from getting too many connections at once that have not authenticated yet: from
 * the tenth on sshd drops some at random (MaxStartups, sshd_config(5)), and others connect, too.
 * Held from connecting to authentication only.
 */
final class Gates {
  /** Of one address and port. */
  static final int PER_ADDRESS = 6;

  /** Of those that a jump host opens to hosts behind it. */
  static final int PER_JUMP = 24;

  private final Map<String, Semaphore> gates = new ConcurrentHashMap<>();

  /** Whoever has one leaves by it. */
  interface Pass {
    void leave();
  }

  /** Waits for others, who have deadlines. */
  Pass enter(String where, int most) {
    Semaphore gate = gates.computeIfAbsent(where, none -> new Semaphore(most, true));
    gate.acquireUninterruptibly();
    return gate::release;
  }
}
