package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.ScratchDevice;
import io.fleetcheck.inventory.ConnectionSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What one run is to do.
 *
 * @param head names the run in reports
 * @param targets in the order of the inventory; each gets one outcome
 * @param forks how many hosts are worked on at once, at least 1
 * @param template what every agent is asked; token, deadline and clock are set for each host
 * @param scratch devices that may be overwritten besides, by the host's name; only where the
 *     template's mode goes as far as {@code EXTENT}
 * @param hostDeadline of one host, from connecting to the agent's end
 * @param everyName whether a machine is worked on under each of its names
 */
public record AuditPlan(
    RunHead head,
    List<ConnectionSettings> targets,
    int forks,
    Request template,
    Map<String, List<ScratchDevice>> scratch,
    Duration hostDeadline,
    boolean everyName) {

  /** One machine is worked on once, whatever names it has. */
  public AuditPlan(
      RunHead head,
      List<ConnectionSettings> targets,
      int forks,
      Request template,
      Map<String, List<ScratchDevice>> scratch,
      Duration hostDeadline) {
    this(head, targets, forks, template, scratch, hostDeadline, false);
  }

  public AuditPlan {
    targets = List.copyOf(targets);
    scratch = Map.copyOf(scratch);
    if (forks < 1) {
      throw new IllegalArgumentException("forks must be at least 1, not " + forks);
    }
    if (hostDeadline.toSeconds() < 1) {
      throw new IllegalArgumentException("a host needs at least a second");
    }
  }
}
