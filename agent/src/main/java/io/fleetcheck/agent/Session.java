package io.fleetcheck.agent;

import io.fleetcheck.agent.natives.LinuxKernel;
import io.fleetcheck.agent.natives.MapperTables;
import io.fleetcheck.agent.natives.NativeCodeException;
import io.fleetcheck.agent.natives.NativeLibrary;
import io.fleetcheck.agent.probe.Policy;
import io.fleetcheck.agent.probe.Stop;
import io.fleetcheck.agent.probe.SystemCallException;
import io.fleetcheck.agent.probe.TraceInstance;
import io.fleetcheck.agent.sysfs.CaptureSource;
import io.fleetcheck.agent.sysfs.DeviceMapperTables;
import io.fleetcheck.agent.sysfs.TopologyReader;
import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventWriter;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One request, answered. */
final class Session {
  private static final Path ROOT = Path.of("/");

  private final Request request;
  private final Conversation conversation;
  private final EventWriter writer;
  private final Policy policy;
  private final Stop stop;
  private final String version;
  private final List<String> leftBehind = new ArrayList<>();
  private Optional<LinuxKernel> kernel = Optional.empty();
  private Optional<String> noKernel = Optional.empty();

  /**
   * @param version the agent's own
   */
  Session(
      Request request,
      Conversation conversation,
      EventWriter writer,
      Policy policy,
      Stop stop,
      String version) {
    this.request = request;
    this.conversation = conversation;
    this.writer = writer;
    this.policy = policy;
    this.stop = stop;
    this.version = version;
  }

  /**
   * @param root whether the agent runs as root
   * @return the process's exit code
   * @throws IOException where the controller is gone, or the tree cannot be read
   */
  int run(boolean root) throws IOException {
    Admission admission = conversation.admission();
    if (!admission.granted()) {
      return AgentMain.fail(writer, admission.why());
    }
    Thread listener = new Thread(conversation, "standard input");
    listener.setDaemon(true);
    listener.start();
    switch (request.action()) {
      case CAPTURE -> capture(root);
      case AUDIT -> {
        Optional<String> failure = audit(root);
        if (failure.isPresent()) {
          return AgentMain.fail(writer, failure.get());
        }
      }
    }
    if (stop.isAsked() && stop.reason() != Stop.Reason.DEADLINE) {
      return AgentMain.fail(writer, "stopped: " + stop.why());
    }
    writer.write(new Event.Done(writer.count(), leftBehind));
    return AgentMain.DONE;
  }

  private void capture(boolean root) throws IOException {
    List<Event.Captured> entries =
        CaptureSource.capture(
            Path.of(request.sysroot()),
            root ? tables() : noTables(),
            version,
            Instant.ofEpochMilli(request.controllerTimeMillis()));
    for (Event.Captured entry : entries) {
      writer.write(entry);
    }
  }

  /** Returns why there can be no audit. */
  private Optional<String> audit(boolean root) throws IOException {
    boolean live = Path.of(request.sysroot()).toRealPath().equals(ROOT);
    boolean probing = live && request.mode() != ProbeMode.INSPECT;
    if (probing && root && kernel().isPresent()) {
      Optional<String> holder = lock(kernel().get());
      if (holder.isPresent()) {
        return holder;
      }
      leftBehind.addAll(TraceInstance.reap());
    }
    Topology topology =
        TopologyReader.read(Path.of(request.sysroot()), root ? tables() : noTables());
    writer.write(new Event.TopologyFound(topology));
    if (probing) {
      Optional<Refusal> refusal = refusal(root);
      if (refusal.isPresent()) {
        for (Topology.Disk disk : topology.disks()) {
          ProbeResult refused = new ProbeResult.Refused(List.of(refusal.get()));
          writer.write(new Event.DiskProbed(disk.id(), refused));
        }
      } else {
        new ProbeRound(
                request, topology, kernel().orElseThrow(), conversation, writer, policy, stop)
            .run();
      }
    }
    return Optional.empty();
  }

  /** Why no disk at all can be probed. */
  private Optional<Refusal> refusal(boolean root) throws IOException {
    boolean initial =
        Files.readString(Path.of("/proc/self/uid_map")).trim().matches("0 +0 +4294967295");
    if (!root || !initial) {
      String detail = root ? "root in a user namespace only" : "not root";
      return Optional.of(
          new Refusal(request.mode(), RefusalReason.NOT_PERMITTED, "this host", detail));
    }
    if (kernel().isEmpty()) {
      return Optional.of(
          new Refusal(
              request.mode(), RefusalReason.NO_NATIVE_CALLS, "this host", noKernel.orElse("")));
    }
    return Optional.empty();
  }

  private Optional<String> lock(LinuxKernel linux) throws IOException {
    try {
      Optional<String> holder = linux.lock(policy.lock().toString());
      return holder.map(
          pid ->
              "another fleetcheck agent, process "
                  + pid
                  + ", is at work on this host (it holds "
                  + policy.lock()
                  + "): wait for it, or end it");
    } catch (SystemCallException e) {
      return Optional.of("the lock of one agent a host cannot be taken: " + e.getMessage());
    }
  }

  /** The kernel's calls, loaded when first wanted: facts alone can do without. */
  private Optional<LinuxKernel> kernel() throws IOException {
    if (kernel.isEmpty() && noKernel.isEmpty()) {
      try {
        String classPath = System.getProperty("java.class.path", "");
        kernel = Optional.of(LinuxKernel.load(NativeLibrary.beside(classPath)));
      } catch (NativeCodeException e) {
        noKernel = Optional.of(AgentMain.oneLine(e));
        writer.write(new Event.Warning(noKernel.get()));
      }
    }
    return kernel;
  }

  private DeviceMapperTables tables() {
    return number -> {
      try {
        return kernel()
            .<Reading<List<BlockNode.Target>>>map(linux -> new MapperTables(linux).table(number))
            .orElse(Reading.unreadable(MapperTables.CONTROL, "ENOSYS"));
      } catch (IOException gone) {
        return Reading.unreadable(MapperTables.CONTROL, "EPIPE");
      }
    };
  }

  private static DeviceMapperTables noTables() {
    return number -> Reading.unreadable(MapperTables.CONTROL, "EACCES");
  }
}
