package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.run.HostConnector;
import io.fleetcheck.controller.run.HostExaminer;
import io.fleetcheck.controller.run.Judging;
import io.fleetcheck.controller.ssh.FleetConnector;
import io.fleetcheck.controller.ssh.Runtimes;
import io.fleetcheck.controller.verdict.Judge;
import io.fleetcheck.inventory.Secret;
import io.fleetcheck.playbooks.Thresholds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The parts that commands put together. Made when they are wanted: a start that asks for help must
 * not pay for them.
 */
record Parts(Hosts hosts, Function<Thresholds, Judging> judge) {

  /** Makes the way to hosts. */
  interface Hosts {
    /**
     * @param ask asks the user for a secret with the text given; empty where nobody can be asked
     * @throws IOException where this build of fleetcheck is not whole
     */
    Connections open(Function<String, Optional<Secret>> ask) throws IOException;
  }

  /**
   * A way to hosts that can be given up.
   *
   * @param examiner the same way, for looking around
   * @param release frees what it holds
   */
  record Connections(HostConnector connector, HostExaminer examiner, Runnable release)
      implements AutoCloseable {
    @Override
    public void close() {
      release.run();
    }
  }

  static Parts real() {
    return new Parts(
        ask -> {
          Path home = Path.of(System.getProperty("user.home"));
          FleetConnector connector =
              new FleetConnector(
                  home,
                  Runtimes.ofUser(home, System.getenv()),
                  key -> ask.apply("Passphrase of the key %s: ".formatted(key)));
          return new Connections(connector, connector::examine, connector::close);
        },
        thresholds -> new Judge(thresholds)::judge);
  }
}
