package io.fleetcheck.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.fleetcheck.agent.natives.LinuxKernel;
import io.fleetcheck.agent.natives.NativeLibrary;
import io.fleetcheck.agent.probe.LoopDisk;
import io.fleetcheck.agent.probe.Policy;
import io.fleetcheck.agent.probe.Stop;
import io.fleetcheck.agent.sysfs.DeviceMapperTables;
import io.fleetcheck.agent.sysfs.TopologyReader;
import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventReader;
import io.fleetcheck.agent.wire.EventWriter;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.agent.wire.Turn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A disk whose name other hosts know too, on a loop device that no test's policy admits. */
@Timeout(60)
class ProbeRoundTest {
  private static final DiskId SHARED = new DiskId(DiskId.Kind.NAA, "naa.5000c500deadbeef");

  private static List<Event> round(LoopDisk loop, Turn answer) throws Exception {
    Topology real = TopologyReader.read(Path.of("/"), DeviceMapperTables.none());
    Topology topology =
        new Topology(
            real.host(),
            real.hbas(),
            real.nodes(),
            real.mounts(),
            real.swaps(),
            List.of(new Topology.Disk(SHARED, loop.name(), List.of(loop.name()))));
    Request request = AgentProcess.request(ProbeMode.EXTENT, 60);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Stop stop = new Stop();
    try (PipedOutputStream controller = new PipedOutputStream()) {
      Conversation conversation = new Conversation(new PipedInputStream(controller), stop);
      Thread listener = new Thread(conversation);
      listener.setDaemon(true);
      listener.start();
      controller.write((Codec.encode(answer) + "\n").getBytes(StandardCharsets.UTF_8));
      controller.flush();
      new ProbeRound(
              request,
              topology,
              LinuxKernel.load(new NativeLibrary(Optional.empty())),
              conversation,
              new EventWriter(out, request.token()),
              Policy.STRICT,
              stop)
          .run();
    }
    EventReader reader =
        new EventReader(new ByteArrayInputStream(out.toByteArray()), request.token());
    List<Event> events = new ArrayList<>();
    for (Optional<Event> next = reader.next(); next.isPresent(); next = reader.next()) {
      events.add(next.get());
    }
    assertInstanceOf(Event.TurnWanted.class, events.get(0));
    return events;
  }

  private static ProbeResult last(List<Event> events) {
    return ((Event.DiskProbed) events.get(events.size() - 1)).result();
  }

  private static LoopDisk ext4() throws Exception {
    return LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw");
  }

  @Test
  void deniedTurn() throws Exception {
    try (LoopDisk loop = ext4()) {
      List<Event> events = round(loop, new Turn(SHARED, false, "web2 probes it"));
      assertEquals(2, events.size(), events.toString());
      Refusal refusal = ((ProbeResult.Refused) last(events)).refusals().get(0);
      assertEquals(RefusalReason.NO_TURN, refusal.reason());
      assertEquals("web2 probes it", refusal.detail());
    }
  }

  @Test
  void grantedTurnOnALoopDevice() throws Exception {
    try (LoopDisk loop = ext4()) {
      ProbeResult.Measured measured =
          (ProbeResult.Measured) last(round(loop, new Turn(SHARED, true, "")));
      assertEquals(ProbeMode.FILE, measured.mode());
      assertEquals(
          List.of(RefusalReason.LOOP), measured.refusals().stream().map(Refusal::reason).toList());
    }
  }
}
