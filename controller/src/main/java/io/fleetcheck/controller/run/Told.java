package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Topology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one host told.
 *
 * @param events in their order
 */
public record Told(List<Event> events) {
  public Told {
    events = List.copyOf(events);
  }

  public Optional<Topology> topology() {
    return events.stream()
        .filter(Event.TopologyFound.class::isInstance)
        .map(event -> ((Event.TopologyFound) event).topology())
        .findFirst();
  }

  /** What was probed, in the order of probing. */
  public Map<DiskId, ProbeResult> probes() {
    Map<DiskId, ProbeResult> probes = new LinkedHashMap<>();
    for (Event event : events) {
      if (event instanceof Event.DiskProbed probed) {
        probes.put(probed.disk(), probed.result());
      }
    }
    return probes;
  }
}
