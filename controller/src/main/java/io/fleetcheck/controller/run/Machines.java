package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Machine;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which machine each host of a run turned out to be: one under several names is audited once. */
final class Machines {
  private final Map<Machine, String> names = new HashMap<>();
  private final Map<String, String> ids = new HashMap<>();

  /**
   * @param sameAs the host that came first with this machine
   * @param cloneOf otherwise, a host that is another machine with the same name for itself
   */
  record Met(Optional<String> sameAs, Optional<String> cloneOf) {}

  /** The first of all hosts that are one machine keeps it. */
  synchronized Met meet(String host, Machine machine) {
    String first = names.get(machine);
    if (first != null && isCertain(machine)) {
      return new Met(Optional.of(first), Optional.empty());
    }
    names.put(machine, host);
    Optional<String> clone =
        machine.id().isEmpty()
            ? Optional.empty()
            : Optional.ofNullable(ids.putIfAbsent(machine.id(), host));
    return new Met(Optional.empty(), clone);
  }

  /** Whether an equal one is surely the same machine. */
  private static boolean isCertain(Machine machine) {
    return !machine.boot().isEmpty() && !(machine.id().isEmpty() && machine.hostname().isEmpty());
  }
}
