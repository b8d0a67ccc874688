package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.run.HostConnector;
import io.fleetcheck.controller.run.Judging;
import io.fleetcheck.controller.verdict.Judge;
import io.fleetcheck.playbooks.Thresholds;
import java.util.function.Supplier;

/**
 * The parts that commands put together. Suppliers, because a start that asks for help must not pay
 * for them.
 */
record Parts(Supplier<HostConnector> hosts, Supplier<Judging> judge) {
  static Parts real() {
    return new Parts(
        () -> {
          throw new UnsupportedOperationException("hosts cannot be reached yet");
        },
        () -> new Judge(Thresholds.DEFAULT)::judge);
  }
}
