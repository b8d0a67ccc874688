package io.fleetcheck.agent;

import io.fleetcheck.agent.natives.LinuxKernel;
import io.fleetcheck.agent.probe.Activity;
import io.fleetcheck.agent.probe.HostReadings;
import io.fleetcheck.agent.probe.Policy;
import io.fleetcheck.agent.probe.Prober;
import io.fleetcheck.agent.probe.Stop;
import io.fleetcheck.agent.sysfs.NodeLoad;
import io.fleetcheck.agent.sysfs.SettingsReader;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventWriter;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.agent.wire.Turn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One disk after another, each on a thread of its own: a call that the kernel does not return from
 * takes that thread, and nothing else, with it.
 */
final class ProbeRound {
  private static final Path ROOT = Path.of("/");
  private static final long WATCH_MILLIS = 100;

  /** A probe that is to stop ends after its present call; one that lasts longer is left behind. */
  private static final long STOP_GRACE_MILLIS = 3_000;

  private final Request request;
  private final Topology topology;
  private final Conversation conversation;
  private final EventWriter writer;
  private final Policy policy;
  private final Stop stop;
  private final Prober prober;

  ProbeRound(
      Request request,
      Topology topology,
      LinuxKernel kernel,
      Conversation conversation,
      EventWriter writer,
      Policy policy,
      Stop stop) {
    this.request = request;
    this.topology = topology;
    this.conversation = conversation;
    this.writer = writer;
    this.policy = policy;
    this.stop = stop;
    this.prober = new Prober(kernel, new Host(topology), topology, request, policy, stop);
  }

  void run() throws IOException {
    for (String device : prober.missingScratch()) {
      writer.write(new Event.Warning("named as scratch, but not on this host: " + device));
    }
    for (Topology.Disk disk : policy.disks(topology)) {
      writer.write(new Event.DiskProbed(disk.id(), probe(disk)));
    }
  }

  private ProbeResult probe(Topology.Disk disk) throws IOException {
    if (disk.id().isGlobal() && prober.wouldWrite(disk) && !stop.isAsked()) {
      writer.write(new Event.TurnWanted(disk.id()));
      Turn turn = conversation.await(disk.id());
      if (!turn.granted() && !stop.isAsked()) {
        return refused(RefusalReason.NO_TURN, disk, turn.why());
      }
    }
    if (stop.isAsked()) {
      return refused(RefusalReason.BUDGET, disk, "not begun: " + stop.why());
    }
    Activity activity = new Activity();
    CompletableFuture<ProbeResult> result = new CompletableFuture<>();
    Thread worker = new Thread(() -> work(disk, activity, result), "probe of " + disk.name());
    worker.setDaemon(true);
    worker.start();
    return watch(disk, activity, result, worker);
  }

  private void work(Topology.Disk disk, Activity activity, CompletableFuture<ProbeResult> result) {
    try {
      result.complete(
          prober.probe(
              disk,
              activity,
              (what, step, steps) -> tell(new Event.Progress(disk.id(), what, step, steps))));
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  /** Progress is for people: where it cannot be told, the next result will say so. */
  private void tell(Event event) {
    try {
      writer.write(event);
    } catch (IOException e) {
      stop.ask(Stop.Reason.CONTROLLER_GONE, "standard output was closed: the controller is gone");
    }
  }

  private ProbeResult watch(
      Topology.Disk disk, Activity activity, CompletableFuture<ProbeResult> result, Thread worker) {
    long graceLeft = STOP_GRACE_MILLIS;
    while (true) {
      try {
        return result.get(WATCH_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException busy) {
        graceLeft -= stop.isAsked() ? WATCH_MILLIS : 0;
        if (activity.millis() > policy.stuckMillis() || graceLeft <= 0) {
          activity.abandon();
          prober.abandon();
          return refused(
              RefusalReason.STUCK,
              disk,
              activity.what()
                  + " has lasted "
                  + activity.millis()
                  + " ms in thread \""
                  + worker.getName()
                  + "\" of process "
                  + ProcessHandle.current().pid());
        }
      } catch (ExecutionException bug) {
        throw new IllegalStateException("the probe of " + disk.name() + " failed", bug.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return refused(RefusalReason.STUCK, disk, "interrupted");
      }
    }
  }

  private ProbeResult refused(RefusalReason reason, Topology.Disk disk, String detail) {
    return new ProbeResult.Refused(
        List.of(new Refusal(request.mode(), reason, disk.name(), detail)));
  }

  /** The live host, as {@code sysfs} reads it. */
  private record Host(Topology topology) implements HostReadings {
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
