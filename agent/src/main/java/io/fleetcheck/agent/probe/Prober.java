package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.FilePattern;
import io.fleetcheck.agent.wire.KernelEvidence;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.ScratchDevice;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Probes one disk after another: by the highest mode whose preconditions hold, never above the one
 * asked for, telling why not more.
 */
public final class Prober {
  /** Zeroing may take this part of the time, so that something is left for the file pattern. */
  private static final double ZEROING_SHARE = 0.75;

  private static final int MAX_MOUNTS = 8;
  private static final int MAX_PATTERN_MOUNTS = 4;

  private final Kernel kernel;
  private final HostReadings host;
  private final Topology topology;
  private final Request request;
  private final Policy policy;
  private final Stop stop;
  private final Candidates candidates;
  private final Layers layers;
  private final Busyness busyness;
  private final ScratchDevices scratchDevices;
  private volatile Trace trace = Trace.none(Reading.absent(""));

  public Prober(
      Kernel kernel,
      HostReadings host,
      Topology topology,
      Request request,
      Policy policy,
      Stop stop) {
    this.kernel = kernel;
    this.host = host;
    this.topology = topology;
    this.request = request;
    this.policy = policy;
    this.stop = stop;
    this.candidates = new Candidates(topology);
    this.layers = new Layers(topology, policy.loops(), request.probeThin());
    this.busyness = new Busyness(host, stop);
    this.scratchDevices = new ScratchDevices(topology, layers, request);
    policy.disks(topology).forEach(disk -> busyness.observe(disk.paths()));
  }

  /**
   * Whether there is anything that could be written to; where not, {@link #probe} only says so, and
   * no other host needs to wait.
   */
  public boolean wouldWrite(Topology.Disk disk) {
    return scratchDevices.node(disk).isPresent() || !candidates.of(disk).isEmpty();
  }

  /** On the thread that makes every call; never throws for what the kernel says. */
  public ProbeResult probe(Topology.Disk disk, Activity activity, ProbeProgress progress) {
    Optional<BlockNode> scratch = scratchDevices.node(disk);
    List<Mount> mounts = candidates.of(disk);
    if (scratch.isEmpty() && mounts.isEmpty()) {
      return refused(
          new Refusal(
              request.mode(),
              RefusalReason.NO_FILE_SYSTEM,
              disk.name(),
              "no mounted file system lies on it, and it is not named as scratch"));
    }
    Optional<Refusal> busy = busyness.check(disk.paths(), request.busyLimit(), request.mode());
    if (busy.isPresent()) {
      return refused(busy.get());
    }
    try {
      kernel.beIdle();
    } catch (SystemCallException e) {
      return new ProbeResult.Failed(e.operation(), e.where(), e.errno());
    }
    Run run = new Run(disk, activity, progress);
    ProbeResult result = run.probe(scratch, mounts);
    busyness.observe(allLeaves(disk));
    return result;
  }

  /** What was named as scratch and is not on this host, for people. */
  public List<String> missingScratch() {
    return scratchDevices.missing().stream().map(ScratchDevice::device).toList();
  }

  /** What a stuck worker cannot do any more: ends the trace. */
  public void abandon() {
    trace.close();
  }

  private static ProbeResult refused(Refusal refusal) {
    return new ProbeResult.Refused(List.of(refusal));
  }

  /** The disk's and those that share a layer with it. */
  private Set<String> allLeaves(Topology.Disk disk) {
    Set<String> leaves = new LinkedHashSet<>(disk.paths());
    for (BlockNode node : topology.stack(disk)) {
      topology.leaves(node).forEach(leaf -> leaves.add(leaf.name()));
    }
    return leaves;
  }

  /** The probe of one disk, with what it has found so far. */
  private final class Run {
    private final Topology.Disk disk;
    private final Activity activity;
    private final ProbeProgress progress;
    private final Spending spending;
    private final List<Refusal> refusals = new ArrayList<>();
    private Optional<ProbeResult.Zeroing> zeroing = Optional.empty();
    private Reading<KernelEvidence> evidence = Reading.absent("/sys/kernel/tracing");

    Run(Topology.Disk disk, Activity activity, ProbeProgress progress) {
      this.disk = disk;
      this.activity = activity;
      this.progress = progress;
      this.spending = new Spending(request.budget(), stop, activity);
    }

    ProbeResult probe(Optional<BlockNode> scratch, List<Mount> mounts) {
      Settings before = host.settings(disk);
      if (!mounts.isEmpty()) {
        long reserve = MAX_PATTERN_MOUNTS * PatternProbe.COST;
        spending.limit(ZEROING_SHARE, Math.min(reserve, request.budget().bytes() / 4));
      }
      ProbeMode mode = ProbeMode.FILE;
      if (scratch.isPresent()) {
        tryScratch(scratch.get());
        mode = ProbeMode.SCRATCH;
      } else if (request.mode().compareTo(ProbeMode.EXTENT) >= 0) {
        tryExtents(mounts);
        mode = ProbeMode.EXTENT;
      }
      spending.limit(1, 0);
      List<FilePattern> patterns = patterns(mounts);
      Settings after = host.settings(disk);
      if (zeroing.isEmpty() && patterns.isEmpty()) {
        if (refusals.isEmpty()) {
          refuse(request.mode(), RefusalReason.BUDGET, disk.name(), spending.spent());
        }
        return new ProbeResult.Refused(refusals);
      }
      return new ProbeResult.Measured(
          zeroing.isPresent() ? mode : ProbeMode.FILE,
          zeroing,
          patterns,
          before,
          after,
          evidence,
          refusals);
    }

    private void tryExtents(List<Mount> mounts) {
      int tried = 0;
      for (Mount mount : mounts) {
        if (zeroing.isPresent() || spending.isOver() || tried++ == MAX_MOUNTS) {
          return;
        }
        try {
          BlockNode block = MountChecks.run(mount, candidates.node(mount), layers);
          measure(
              block,
              shows ->
                  ScratchFile.create(
                      new ScratchFile.Setup(
                          kernel,
                          mount,
                          block,
                          new LeafFilter(layers, block, disk, shows),
                          spending,
                          activity)));
        } catch (RefusedException e) {
          refusals.add(e.refusal());
        }
      }
    }

    private void tryScratch(BlockNode block) {
      try {
        scratchDevices.check(block, disk);
        measure(
            block,
            shows ->
                WholeDevice.open(
                    kernel, block, new LeafFilter(layers, block, disk, shows), spending, activity));
      } catch (RefusedException e) {
        refusals.add(e.refusal());
      }
    }

    /** Opens the target, measures it, closes it, and waits for what the closing starts. */
    private void measure(BlockNode block, Opener opener) throws RefusedException {
      List<BlockNode> leaves = topology.leaves(block);
      trace = TraceInstance.start(hctls(leaves));
      UdevQueue udev = UdevQueue.before(block.number(), stop);
      boolean opened = false;
      try (Trace own = trace;
          Target target = opener.open(own.evidence().isKnown())) {
        opened = true;
        Measurement measurement =
            new Measurement(target, kernel, request.budget(), spending, activity, own);
        long logicalBlock = block.queueNumber("logical_block_size").toOptional().orElse(4096L);
        List<Series> series = measurement.run(logicalBlock, unmaps(leaves), progress);
        measurement.refusal().ifPresent(refusals::add);
        if (series.stream().anyMatch(one -> !one.pairs().isEmpty() || one.error().isPresent())) {
          evidence = own.evidence();
          zeroing =
              Optional.of(
                  new ProbeResult.Zeroing(
                      target.where(), block.name(), names(target.leaves()), series));
        } else if (measurement.refusal().isEmpty()) {
          refuse(ProbeMode.EXTENT, RefusalReason.BUDGET, target.where(), spending.spent());
        }
      } finally {
        if (opened) {
          activity.begin("wait for udev");
          udev.settle(policy.settleMillis());
        }
      }
    }

    private List<FilePattern> patterns(List<Mount> mounts) {
      List<String> ready = new ArrayList<>();
      for (Mount mount : mounts) {
        if (spending.isOver() || ready.size() == MAX_PATTERN_MOUNTS) {
          refuse(ProbeMode.FILE, RefusalReason.BUDGET, mount.path(), spending.spent());
        } else if (mount.readOnly()) {
          refuse(ProbeMode.FILE, RefusalReason.MOUNTED_READ_ONLY, mount.path(), "ro");
        } else if (isFitForPattern(mount)) {
          ready.add(mount.path());
        }
      }
      List<FilePattern> patterns =
          new PatternProbe(kernel, spending, activity).run(ready, progress);
      patterns.forEach(pattern -> ready.remove(pattern.mount()));
      for (String unmeasured : ready) {
        refuse(ProbeMode.FILE, RefusalReason.BUDGET, unmeasured, spending.spent());
      }
      return patterns;
    }

    private boolean isFitForPattern(Mount mount) {
      try {
        Optional<BlockNode> node = candidates.node(mount);
        if (node.isPresent()) {
          layers.checkFreshBlocks(node.get());
        }
        SpaceCheck.run(kernel, mount, node.isPresent(), activity);
        return true;
      } catch (RefusedException e) {
        refusals.add(e.refusal());
        return false;
      }
    }

    private void refuse(ProbeMode mode, RefusalReason reason, String where, String detail) {
      refusals.add(new Refusal(mode, reason, where, detail));
    }
  }

  /** Makes a target, knowing whether the kernel's evidence can be had. */
  private interface Opener {
    Target open(boolean evidence) throws RefusedException;
  }

  private static List<String> hctls(List<BlockNode> leaves) {
    List<String> hctls = new ArrayList<>();
    leaves.forEach(leaf -> leaf.scsi().ifPresent(scsi -> hctls.add(scsi.hctl())));
    return hctls;
  }

  /** H:C:T:L of SCSI disks, names of others. */
  private List<String> names(Set<String> leaves) {
    List<String> names = new ArrayList<>();
    for (String leaf : leaves) {
      Optional<BlockNode> node = topology.node(leaf);
      names.add(node.flatMap(BlockNode::scsi).map(scsi -> scsi.hctl()).orElse(leaf));
    }
    return names;
  }

  /** BLKZEROOUT never asks for unmapping, file systems do: then it is another command. */
  private static boolean unmaps(List<BlockNode> leaves) {
    for (BlockNode leaf : leaves) {
      Optional<String> mode =
          leaf.scsi().flatMap(scsi -> scsi.diskAttribute("zeroing_mode").toOptional());
      if (mode.isPresent() && mode.get().endsWith("_unmap")) {
        return true;
      }
    }
    return false;
  }
}
