package io.fleetcheck.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.probe.Commands;
import io.fleetcheck.agent.probe.LoopDisk;
import io.fleetcheck.agent.probe.Requires;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real agent processes, ended in every way there is. */
@Timeout(120)
class AgentProcessTest {
  @TempDir Path directory;

  private Path lock() {
    return directory.resolve("lock");
  }

  private LoopDisk ext4() throws Exception {
    return LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw");
  }

  @Test
  void factsOfThisMachine() throws Exception {
    try (AgentProcess agent = AgentProcess.start()) {
      Event.Done done =
          agent.say(AgentProcess.request(ProbeMode.INSPECT, 60)).until(Event.Done.class);
      assertEquals(0, agent.exit());
      assertInstanceOf(Event.Hello.class, agent.seen().get(0));
      assertInstanceOf(Event.TopologyFound.class, agent.seen().get(1));
      assertEquals(agent.lines() - 1, done.events());
    }
  }

  @Test
  void requestThatMakesNoSense() throws Exception {
    for (String line : new String[] {"", "{", "{\"protocol\":1}", "[]", "null"}) {
      try (AgentProcess agent = AgentProcess.start()) {
        agent.say(line).endInput();
        String said = agent.noiseOnly();
        assertTrue(said.contains("the request cannot be understood"), said);
        assertEquals(1, said.lines().count(), said);
        assertEquals(1, agent.exit());
      }
    }
  }

  @Test
  void otherProtocol() throws Exception {
    Request r = AgentProcess.request(ProbeMode.INSPECT, 60);
    try (AgentProcess agent = AgentProcess.start()) {
      agent.say(
          new Request(
              Request.PROTOCOL + 1,
              r.token(),
              r.action(),
              r.sysroot(),
              r.mode(),
              r.scratch(),
              r.budget(),
              r.busyLimit(),
              r.probeThin(),
              r.deadlineSeconds(),
              r.controllerTimeMillis()));
      Event.Failed failed = agent.until(Event.Failed.class);
      assertTrue(failed.reason().contains("protocol"), failed.reason());
      assertEquals(1, agent.exit());
    }
  }

  @Test
  void controllerGoesAway() throws Exception {
    try (LoopDisk disk = ext4();
        AgentProcess agent = AgentProcess.onLoops(lock(), disk.name())) {
      agent.say(AgentProcess.request(ProbeMode.EXTENT, 60)).until(Event.Progress.class);
      agent.endInput();
      Event.Failed failed = agent.until(Event.Failed.class);
      assertTrue(failed.reason().contains("controller is gone"), failed.reason());
      assertEquals(1, agent.exit());
    }
  }

  @Test
  void sigterm() throws Exception {
    try (LoopDisk disk = ext4();
        AgentProcess agent = AgentProcess.onLoops(lock(), disk.name())) {
      agent.say(AgentProcess.request(ProbeMode.EXTENT, 60)).until(Event.Progress.class);
      assertTrue(agent.handle().destroy());
      Event.Failed failed = agent.until(Event.Failed.class);
      assertTrue(failed.reason().contains("signal"), failed.reason());
      assertEquals(143, agent.exit());
    }
  }

  @Test
  void sigkillLeavesNothing() throws Exception {
    try (LoopDisk disk = ext4()) {
      try (AgentProcess agent = AgentProcess.onLoops(lock(), disk.name())) {
        agent.say(AgentProcess.request(ProbeMode.EXTENT, 60)).until(Event.Progress.class);
        agent.handle().destroyForcibly();
        assertEquals(137, agent.exit());
      }
      try (var left = Files.list(disk.mountPoint())) {
        assertEquals(List.of("lost+found"), left.map(p -> p.getFileName().toString()).toList());
      }
      // The lock went with the process: the next one starts at once.
      try (AgentProcess agent = AgentProcess.onLoops(lock(), disk.name())) {
        agent.say(AgentProcess.request(ProbeMode.EXTENT, 60)).until(Event.Done.class);
        assertEquals(0, agent.exit());
      }
    }
  }

  @Test
  void deadline() throws Exception {
    try (LoopDisk disk = ext4();
        AgentProcess agent = AgentProcess.onLoops(lock(), disk.name())) {
      agent.say(AgentProcess.request(ProbeMode.EXTENT, 0)).until(Event.Done.class);
      assertEquals(0, agent.exit());
      Event.DiskProbed probed = (Event.DiskProbed) agent.seen().get(agent.seen().size() - 2);
      ProbeResult.Refused refused = (ProbeResult.Refused) probed.result();
      assertEquals(RefusalReason.BUDGET, refused.refusals().get(0).reason());
      assertTrue(refused.refusals().get(0).detail().contains("deadline"), refused.toString());
    }
  }

  @Test
  void secondAgentSaysWhoIsThere() throws Exception {
    try (LoopDisk disk = ext4();
        AgentProcess first = AgentProcess.onLoops(lock(), disk.name());
        AgentProcess second = AgentProcess.onLoops(lock(), disk.name())) {
      first.say(AgentProcess.request(ProbeMode.EXTENT, 60)).until(Event.Progress.class);
      Event.Failed failed =
          second.say(AgentProcess.request(ProbeMode.EXTENT, 60)).until(Event.Failed.class);
      assertTrue(
          failed.reason().contains("process " + first.handle().pid() + ","), failed.reason());
      assertEquals(1, second.exit());
      first.until(Event.Done.class);
      assertEquals(0, first.exit());
    }
  }

  @Test
  void callThatHangsTakesOneDiskWithIt() throws Exception {
    Requires.command("fsfreeze");
    try (LoopDisk frozen = ext4();
        LoopDisk healthy = ext4();
        AgentProcess agent = AgentProcess.onLoops(1_500, lock(), frozen.name(), healthy.name())) {
      Commands.run("fsfreeze", "-f", frozen.mountPoint().toString());
      try {
        agent.say(AgentProcess.request(ProbeMode.EXTENT, 60)).until(Event.Done.class);
      } finally {
        Commands.run("fsfreeze", "-u", frozen.mountPoint().toString());
      }
      // Its descriptors stay until the kernel lets go, which it did just now.
      assertEquals(0, agent.exit());
      ProbeResult.Refused refused = (ProbeResult.Refused) result(agent, frozen);
      Refusal stuck = refused.refusals().get(0);
      assertEquals(RefusalReason.STUCK, stuck.reason());
      assertTrue(stuck.detail().contains("open(O_TMPFILE)"), stuck.detail());
      assertTrue(stuck.detail().contains("probe of " + frozen.name()), stuck.detail());
      assertInstanceOf(ProbeResult.Measured.class, result(agent, healthy));
    }
  }

  /** What every disk of this machine was refused for. */
  private static List<RefusalReason> refusedOfAll(AgentProcess agent) throws Exception {
    agent.say(AgentProcess.request(ProbeMode.EXTENT, 60)).until(Event.Done.class);
    assertEquals(0, agent.exit());
    List<RefusalReason> reasons = new ArrayList<>();
    for (Event event : agent.seen()) {
      if (event instanceof Event.DiskProbed probed) {
        ProbeResult.Refused refused = (ProbeResult.Refused) probed.result();
        refused.refusals().forEach(refusal -> reasons.add(refusal.reason()));
      }
    }
    Requires.need(!reasons.isEmpty(), "this machine has no disk");
    return reasons.stream().distinct().toList();
  }

  @Test
  void rootOfAUserNamespaceOnly() throws Exception {
    Requires.command("unshare");
    try (AgentProcess agent = AgentProcess.startedBy("unshare", "--user", "--map-root-user")) {
      assertEquals(List.of(RefusalReason.NOT_PERMITTED), refusedOfAll(agent));
    }
  }

  @Test
  void nowhereToMapTheLibraryFrom() throws Exception {
    Requires.loopDevices();
    Requires.command("unshare");
    String hide =
        "for d in /tmp /run /var/tmp; do mount -t tmpfs -o noexec tmpfs $d; done; exec \"$@\"";
    try (AgentProcess agent =
        AgentProcess.startedBy("unshare", "--mount", "sh", "-c", hide, "hide")) {
      assertEquals(List.of(RefusalReason.NO_NATIVE_CALLS), refusedOfAll(agent));
    }
  }

  private static ProbeResult result(AgentProcess agent, LoopDisk disk) {
    for (Event event : agent.seen()) {
      if (event instanceof Event.DiskProbed probed && probed.disk().text().equals(disk.name())) {
        return probed.result();
      }
    }
    throw new IllegalStateException("nothing was told of " + disk.name());
  }
}
