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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a run learned of one host.
 *
 * @param name the inventory's
 * @param log the events received, also where the outcome is a failure
 * @param verdicts one for each disk of the topology
 * @param timings of the stages that were entered, in their order
 */
public record HostResult(
    String name,
    HostOutcome outcome,
    EventLog log,
    List<Verdict> verdicts,
    Map<Stage, Duration> timings,
    Instant started,
    Instant finished) {

  public HostResult {
    verdicts = List.copyOf(verdicts);
    Map<Stage, Duration> ordered = new EnumMap<>(Stage.class);
    ordered.putAll(timings);
    timings = Collections.unmodifiableMap(ordered);
  }

  /** The same host, judged anew. */
  public HostResult judgedAs(List<Verdict> other) {
    return new HostResult(name, outcome, log, other, timings, started, finished);
  }

  public HostResult(
      String name,
      HostOutcome outcome,
      List<Event> events,
      List<Verdict> verdicts,
      Map<Stage, Duration> timings,
      Instant started,
      Instant finished) {
    this(name, outcome, EventLog.of(events), verdicts, timings, started, finished);
  }

  HostResult withOutcome(HostOutcome other) {
    return new HostResult(name, other, log, verdicts, timings, started, finished);
  }

  /** The same in a fraction of the memory, for waiting; {@link #told} then takes a while. */
  public HostResult packed() {
    return new HostResult(name, outcome, log.packed(), verdicts, timings, started, finished);
  }

  /** What the host told; whoever looks at several things in it asks once. */
  public Told told() {
    return new Told(log.events());
  }

  /** {@link #told}'s. */
  public List<Event> events() {
    return told().events();
  }

  /** {@link #told}'s. */
  public Optional<Topology> topology() {
    return told().topology();
  }

  /** {@link #told}'s. */
  public Map<DiskId, ProbeResult> probes() {
    return told().probes();
  }
}
