package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.verdict.DiskLabel;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.controller.verdict.Waivers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Facts and samples of one host to a verdict on each of its disks. */
@FunctionalInterface
public interface Judging {
  List<Verdict> judge(Topology topology, Map<DiskId, ProbeResult> probes);

  /** The same verdicts, with waivers where these are about them. */
  default Judging with(Waivers waivers) {
    return (topology, probes) -> {
      List<Verdict> verdicts = new ArrayList<>();
      for (Verdict verdict : judge(topology, probes)) {
        // The judge gives one verdict for each disk, in their order.
        Topology.Disk disk = topology.disks().get(verdicts.size());
        verdicts.add(waivers.annotate(verdict, DiskLabel.of(topology, disk)));
      }
      return verdicts;
    };
  }
}
