package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How busy disks are with other work, since they were last looked at. */
final class Busyness {
  /** A shorter time says nothing about the load. */
  private static final long MIN_INTERVAL_MILLIS = 300;

  /** As many requests at one moment mean that others are waiting for this disk. */
  private static final long MAX_IN_FLIGHT = 16;

  private final HostReadings host;
  private final Stop stop;
  private final Map<String, Sample> samples = new HashMap<>();

  private record Sample(long nanos, long busyMillis) {}

  Busyness(HostReadings host, Stop stop) {
    this.host = host;
    this.stop = stop;
  }

  /** Starts to observe; done early, so that the interval costs no waiting. */
  void observe(Collection<String> nodes) {
    for (String node : nodes) {
      host.load(node)
          .toOptional()
          .ifPresent(load -> samples.put(node, new Sample(System.nanoTime(), load.busyMillis())));
    }
  }

  /**
   * @param limit utilisation in percent; 0 for never
   */
  Optional<Refusal> check(Collection<String> nodes, int limit, ProbeMode mode) {
    if (limit == 0) {
      return Optional.empty();
    }
    for (String node : nodes) {
      Sample before = samples.get(node);
      if (before == null) {
        return refuse(mode, node, host.load(node).toString());
      }
      long waited = (System.nanoTime() - before.nanos()) / 1_000_000;
      if (waited < MIN_INTERVAL_MILLIS && stop.await(MIN_INTERVAL_MILLIS - waited)) {
        return refuse(mode, node, stop.why());
      }
      Reading<HostReadings.Load> now = host.load(node);
      if (!(now instanceof Reading.Known<HostReadings.Load> known)) {
        return refuse(mode, node, now.toString());
      }
      HostReadings.Load load = known.value();
      double millis = (System.nanoTime() - before.nanos()) / 1e6;
      long percent = Math.round(100 * (load.busyMillis() - before.busyMillis()) / millis);
      if (percent > limit || load.inFlight() > MAX_IN_FLIGHT) {
        String detail =
            percent + " % utilised, limit " + limit + " %; " + load.inFlight() + " in flight";
        return refuse(mode, node, detail);
      }
    }
    return Optional.empty();
  }

  private static Optional<Refusal> refuse(ProbeMode mode, String node, String detail) {
    return Optional.of(new Refusal(mode, RefusalReason.BUSY, node, detail));
  }
}
