package io.fleetcheck.controller.run;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A finished run.
 *
 * @param options as the user gave them, by long name, without secrets
 * @param hosts in the order of the inventory, every targeted one
 * @param aborted whether the run was ended before all hosts were asked
 */
public record AuditResult(
    String id,
    Instant started,
    Instant finished,
    String controller,
    Map<String, String> options,
    List<HostResult> hosts,
    boolean aborted) {
  public AuditResult {
    options = Map.copyOf(options);
    hosts = List.copyOf(hosts);
  }
}
