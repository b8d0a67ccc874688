package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a run learned of one host.
 *
 * @param name the inventory's
 * @param events received, in order, also where the outcome is a failure
 * @param verdicts one for each disk of the topology
 * @param timings of the stages that were entered, in their order
 */
public record HostResult(
    String name,
    HostOutcome outcome,
    List<Event> events,
    List<Verdict> verdicts,
    Map<Stage, Duration> timings,
    Instant started,
    Instant finished) {

  public HostResult {
    events = List.copyOf(events);
    verdicts = List.copyOf(verdicts);
    Map<Stage, Duration> ordered = new EnumMap<>(Stage.class);
    ordered.putAll(timings);
    timings = Collections.unmodifiableMap(ordered);
  }

  /** The same host, judged anew. */
  public HostResult judgedAs(List<Verdict> other) {
    return new HostResult(name, outcome, events, other, timings, started, finished);
  }

  HostResult withOutcome(HostOutcome other) {
    return new HostResult(name, other, events, verdicts, timings, started, finished);
  }

  public Optional<Topology> topology() {
    return topology(events);
  }

  static Optional<Topology> topology(List<Event> events) {
    return events.stream()
        .filter(Event.TopologyFound.class::isInstance)
        .map(event -> ((Event.TopologyFound) event).topology())
        .findFirst();
  }

  /** What was probed, in the order of probing. */
  public Map<DiskId, ProbeResult> probes() {
    return probes(events);
  }

  static Map<DiskId, ProbeResult> probes(List<Event> events) {
    Map<DiskId, ProbeResult> probes = new LinkedHashMap<>();
    for (Event event : events) {
      if (event instanceof Event.DiskProbed probed) {
        probes.put(probed.disk(), probed.result());
      }
    }
    return probes;
  }
}
