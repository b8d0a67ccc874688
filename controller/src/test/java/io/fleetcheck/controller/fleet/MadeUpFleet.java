package io.fleetcheck.controller.fleet;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Judging;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.run.Told;
import io.fleetcheck.controller.verdict.Judge;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.controller.verdict.Waivers;
import io.fleetcheck.playbooks.Thresholds;
import io.fleetcheck.playbooks.Waiver;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A run over the hosts of a {@link SimulatedFleet} without a network: for reports of many disks.
 */
public final class MadeUpFleet {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private static final Judging JUDGE =
      ((Judging) new Judge(Thresholds.DEFAULT)::judge)
          .with(
              new Waivers(
                  List.of(
                      new Waiver(
                          new Waiver.Subject.Cause("", "", "0007", "", "slow_write_same"),
                          "to be replaced in spring",
                          "storage team",
                          "ada",
                          Instant.parse("2026-04-01T00:00:00Z"))),
                  START));

  private MadeUpFleet() {}

  /** Four disks a host that answers, of the speeds that disks have. */
  public static AuditResult run(int hosts) {
    return new AuditResult(
        "20260102T030405Z-%04x".formatted(hosts),
        START,
        START.plusSeconds(95),
        "admin.example.net",
        Map.of("mode", "extent", "forks", "50"),
        IntStream.range(0, hosts).mapToObj(MadeUpFleet::host).toList(),
        false);
  }

  private static HostResult host(int number) {
    Storyline storyline = Storyline.of(number);
    List<Event> events =
        switch (storyline) {
          case HEALTHY, SLOW -> events(number, SimulatedDisks.DISKS);
          case KILLED -> events(number, 2);
          case NO_JAVA, WRONG_KEY, NO_SERVER, NO_LOGIN -> List.of();
        };
    Told told = new Told(events);
    List<Verdict> verdicts =
        told.topology().map(found -> JUDGE.judge(found, told.probes())).orElse(List.of());
    return new HostResult(
            "node" + number,
            outcome(storyline),
            events,
            verdicts,
            Map.of(Stage.CONNECT, Duration.ofMillis(16)),
            START,
            START.plusSeconds(11))
        .packed();
  }

  private static List<Event> events(int number, int probed) {
    SimulatedDisks disks = new SimulatedDisks(number, Storyline.of(number) == Storyline.SLOW, 0.35);
    List<Event> events = new ArrayList<>();
    Topology topology = disks.topology().topology();
    events.add(new Event.TopologyFound(topology));
    for (int disk = 0; disk < probed; disk++) {
      events.add(disks.probed(disk));
    }
    return events;
  }

  private static HostOutcome outcome(Storyline storyline) {
    return switch (storyline) {
      case HEALTHY, SLOW -> new HostOutcome.Answered();
      case NO_JAVA -> new HostOutcome.NoJava("no java on the PATH; see docs/hosts.md");
      case WRONG_KEY ->
          new HostOutcome.Unreachable(Stage.AUTHENTICATION, "no key was accepted; try ssh");
      case NO_SERVER -> new HostOutcome.Unreachable(Stage.CONNECT, "connection refused");
      case NO_LOGIN -> new HostOutcome.Unreachable(Stage.SHELL, "the account is not available");
      case KILLED ->
          new HostOutcome.AgentFailed(
              Stage.RUN, OptionalInt.empty(), Optional.of("KILL"), "was killed", "");
    };
  }
}
