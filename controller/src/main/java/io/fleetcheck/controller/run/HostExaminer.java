package io.fleetcheck.controller.run;

import io.fleetcheck.inventory.ConnectionSettings;
import java.util.function.Consumer;

/** Like {@link HostConnector}, and looks around on the way. */
@FunctionalInterface
public interface HostExaminer {

  /**
   * @param findings told what is found on the host, before the agent starts
   */
  RemoteHost connect(ConnectionSettings settings, Consumer<Finding> findings);
}
