package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.run.HostConnector;
import io.fleetcheck.controller.run.Judging;
import io.fleetcheck.controller.ssh.FleetConnector;
import io.fleetcheck.controller.verdict.Judge;
import io.fleetcheck.playbooks.Thresholds;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * The parts that commands put together. Made when they are wanted: a start that asks for help must
 * not pay for them.
 */
record Parts(Hosts hosts, Supplier<Judging> judge) {

  /** Makes the way to hosts. */
  interface Hosts {
    Connections open() throws IOException;
  }

  /**
   * A way to hosts that can be given up.
   *
   * @param release frees what it holds
   */
  record Connections(HostConnector connector, Runnable release) implements AutoCloseable {
    @Override
    public void close() {
      release.run();
    }
  }

  static Parts real() {
    return new Parts(
        () -> {
          FleetConnector connector = new FleetConnector();
          return new Connections(connector, connector::close);
        },
        () -> new Judge(Thresholds.DEFAULT)::judge);
  }
}
