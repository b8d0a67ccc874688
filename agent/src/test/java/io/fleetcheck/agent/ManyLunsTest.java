package io.fleetcheck.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.sysfs.ManyLuns;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Topology;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host with very many LUNs, read by a real agent process with little memory. {@code
 * -Dfleetcheck.luns=4000} takes that many, and the memory that agents have on hosts.
 */
@Timeout(600)
class ManyLunsTest {
  private static final int LUNS = Integer.getInteger("fleetcheck.luns", 80);

  /** Each LUN held some 50 KB when nothing was shared, and the one line of them as much again. */
  private static final int MEBIBYTES = LUNS > 80 ? 64 : 6;

  @TempDir Path root;

  @Test
  void allAreTold() throws Exception {
    ManyLuns.make(root, LUNS);
    try (AgentProcess agent = AgentProcess.withMemory(MEBIBYTES)) {
      agent.say(inspect()).until(Event.Done.class);
      Topology topology =
          agent.seen().stream()
              .filter(Event.TopologyFound.class::isInstance)
              .map(event -> ((Event.TopologyFound) event).topology())
              .findFirst()
              .orElseThrow();
      assertEquals(3 * LUNS, topology.nodes().size());
      assertEquals(LUNS, topology.disks().size());
      Topology.Disk last = topology.disks().get(LUNS - 1);
      assertEquals(List.of(2, 2), List.of(last.paths().size(), topology.stack(last).size() - 1));
      assertEquals(0, agent.exit());
    }
  }

  private Request inspect() {
    Request usual = AgentProcess.request(ProbeMode.INSPECT, 600);
    return new Request(
        usual.protocol(),
        usual.token(),
        usual.action(),
        root.toString(),
        usual.mode(),
        usual.scratch(),
        usual.budget(),
        usual.busyLimit(),
        usual.probeThin(),
        usual.deadlineSeconds(),
        usual.controllerTimeMillis());
  }
}
