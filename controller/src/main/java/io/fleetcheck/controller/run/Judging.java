package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.verdict.Verdict;
import java.util.List;
import java.util.Map;

/** Facts and samples of one host to a verdict on each of its disks. */
@FunctionalInterface
public interface Judging {
  List<Verdict> judge(Topology topology, Map<DiskId, ProbeResult> probes);
}
