package io.fleetcheck.controller.run;

import io.fleetcheck.inventory.ConnectionSettings;

/** Makes hosts reachable, each by the method that its settings name. */
public interface HostConnector {

  /** Cheap: nothing is resolved, opened or asked before {@link RemoteHost#run}. */
  RemoteHost connect(ConnectionSettings settings);
}
