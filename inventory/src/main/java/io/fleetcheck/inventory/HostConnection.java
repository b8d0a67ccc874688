package io.fleetcheck.inventory;

import java.util.List;

/** Whether the inventory says how to reach a host. */
public sealed interface HostConnection {

  /** The inventory's name of the host. */
  String host();

  /**
   * @param scratch devices of the host that may be overwritten
   * @param warnings what was said of the connection and cannot be honoured
   */
  record Usable(ConnectionSettings settings, List<ScratchName> scratch, List<Problem> warnings)
      implements HostConnection {
    public Usable {
      scratch = List.copyOf(scratch);
      warnings = List.copyOf(warnings);
    }

    @Override
    public String host() {
      return settings.name();
    }
  }

  /** The host cannot be tried; other hosts can. */
  record Unusable(String host, Problem problem) implements HostConnection {}
}
