package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.natives.LinuxKernel;
import io.fleetcheck.agent.natives.NativeLibrary;
import io.fleetcheck.agent.sysfs.DeviceMapperTables;
import io.fleetcheck.agent.sysfs.NodeLoad;
import io.fleetcheck.agent.sysfs.SettingsReader;
import io.fleetcheck.agent.sysfs.TopologyReader;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.ScratchDevice;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Probes loop devices in this process, with the real kernel below or one that is bent a little. */
final class ProbeFixture {
  private static final Path ROOT = Path.of("/");

  /** Small and quick: how well it measures is not what these tests are about. */
  private static final Request.Budget BUDGET = new Request.Budget(10_000, 96L << 20, 1.5, 2.0);

  private UnaryOperator<Kernel> bend = kernel -> kernel;
  private UnaryOperator<Topology> facts = topology -> topology;
  private ProbeMode mode = ProbeMode.EXTENT;
  private Request.Budget budget = BUDGET;
  private int busyLimit;
  private List<ScratchDevice> scratch = List.of();

  ProbeFixture kernel(UnaryOperator<Kernel> newBend) {
    bend = newBend;
    return this;
  }

  ProbeFixture facts(UnaryOperator<Topology> newFacts) {
    facts = newFacts;
    return this;
  }

  ProbeFixture mode(ProbeMode newMode) {
    mode = newMode;
    return this;
  }

  ProbeFixture budget(long millis, long bytes) {
    budget = new Request.Budget(millis, bytes, 1.5, 2.0);
    return this;
  }

  ProbeFixture busyLimit(int percent) {
    busyLimit = percent;
    return this;
  }

  ProbeFixture scratch(String device, String serial) {
    mode = ProbeMode.SCRATCH;
    scratch = List.of(new ScratchDevice(device, serial));
    return this;
  }

  ProbeResult probe(LoopDisk loop) throws Exception {
    Kernel kernel = LinuxKernel.load(new NativeLibrary(Optional.empty()));
    Topology topology = facts.apply(TopologyReader.read(ROOT, DeviceMapperTables.none()));
    Policy policy = new Policy(Set.of(loop.name()), 30_000, 1_000, Path.of("/run/none"));
    Request request =
        new Request(
            Request.PROTOCOL,
            "token",
            Request.Action.AUDIT,
            "/",
            mode,
            scratch,
            budget,
            busyLimit,
            false,
            60,
            0);
    Prober prober =
        new Prober(bend.apply(kernel), new Live(topology), topology, request, policy, new Stop());
    for (Topology.Disk disk : policy.disks(topology)) {
      if (disk.name().equals(loop.name())) {
        return prober.probe(disk, new Activity(), (what, step, steps) -> {});
      }
    }
    throw new IllegalStateException(loop.name() + " is not among the disks");
  }

  /** The reasons, in order, whatever else came of it. */
  List<RefusalReason> refusals(LoopDisk loop) throws Exception {
    return reasons(probe(loop));
  }

  static List<RefusalReason> reasons(ProbeResult result) {
    List<Refusal> refusals = new ArrayList<>();
    if (result instanceof ProbeResult.Measured measured) {
      refusals.addAll(measured.refusals());
    } else if (result instanceof ProbeResult.Refused refused) {
      refusals.addAll(refused.refusals());
    } else {
      throw new IllegalStateException(result.toString());
    }
    return refusals.stream().map(Refusal::reason).toList();
  }

  private record Live(Topology topology) implements HostReadings {
    @Override
    public Settings settings(Topology.Disk disk) {
      try {
        return SettingsReader.read(ROOT, topology, disk);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Reading<Load> load(String node) {
      try {
        return NodeLoad.read(ROOT, node)
            .map(node, load -> new Load(load.inFlight(), load.ioTicksMillis()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
