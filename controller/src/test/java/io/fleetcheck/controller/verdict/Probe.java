package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.FilePattern;
import io.fleetcheck.agent.wire.KernelEvidence;
import io.fleetcheck.agent.wire.KernelEvidence.Command;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Series.Observation;
import io.fleetcheck.agent.wire.Series.Operation;
import io.fleetcheck.agent.wire.Series.Pair;
import io.fleetcheck.agent.wire.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a probe of {@link Scene}'s disk brought home, with the trace that would go with it: each
 * zeroing call is one WRITE SAME, with the device for all the call but 20 us.
 */
final class Probe {
  static final long US = 1_000;
  static final long MS = 1_000_000;
  private static final int PAIRS = 16;
  private static final String GOOD =
      "(driver=DRIVER_OK host=DID_OK message=COMMAND_COMPLETE status=SAM_STAT_GOOD)";

  private final List<Series> series = new ArrayList<>();
  private final List<FilePattern> patterns = new ArrayList<>();
  private final List<Refusal> refusals = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final Map<String, Reading<String>> changed = new TreeMap<>();
  private List<String> leaves = List.of(Scene.HCTL);
  private String node = "sda1";
  private String tracedHctl = Scene.HCTL;
  private double atDevice = 1;
  private long lost;
  private boolean traced = true;
  private boolean files;
  private long clock = 1_000_000_000L;

  /** Both deciding sizes, the same ratio; 4 KiB written and synced in 1 ms, 1 MiB in 16 ms. */
  static Probe ofRatio(double ratio) {
    return new Probe()
        .zeroout(4096, Math.round(ratio * MS), MS)
        .zeroout(1 << 20, Math.round(ratio * 16 * MS), 16 * MS);
  }

  static Probe healthy() {
    return ofRatio(1.0);
  }

  static Probe slow() {
    return ofRatio(2.5);
  }

  /** Only the file pattern. */
  static Probe ofFiles() {
    Probe probe = new Probe();
    probe.files = true;
    return probe;
  }

  Probe zeroout(int bytes, long zeroing, long writing) {
    return add(Operation.ZEROOUT, bytes, Collections.nCopies(PAIRS, zeroing), writing);
  }

  Probe zeroouts(int bytes, List<Long> zeroing, long writing) {
    return add(Operation.ZEROOUT, bytes, zeroing, writing);
  }

  Probe punch(int bytes, long zeroing, long writing) {
    return add(Operation.PUNCH, bytes, Collections.nCopies(PAIRS, zeroing), writing);
  }

  Probe writes(int bytes, long some, long other) {
    return add(Operation.WRITE, bytes, Collections.nCopies(PAIRS, some), other);
  }

  /** Replaces the series of that operation and size, if any. */
  Probe add(Operation operation, int bytes, List<Long> times, long writing) {
    series.removeIf(old -> old.operation() == operation && old.bytes() == bytes);
    List<Pair> pairs = new ArrayList<>();
    for (long nanos : times) {
      pairs.add(new Pair(observe(nanos), observe(writing)));
    }
    series.add(new Series(operation, bytes, pairs, Optional.empty()));
    return this;
  }

  /** Times as they come; the trace then knows nothing of it. */
  Probe series(Series whole) {
    series.add(whole);
    return this;
  }

  Probe error(Operation operation, int bytes, String errno) {
    List<Pair> pairs =
        series.stream()
            .filter(old -> old.operation() == operation && old.bytes() == bytes)
            .findFirst()
            .map(Series::pairs)
            .orElse(List.of());
    series.removeIf(old -> old.operation() == operation && old.bytes() == bytes);
    series.add(new Series(operation, bytes, pairs, Optional.of(errno)));
    return this;
  }

  Probe pattern(String mount, int bytes, long preallocated, long plain) {
    return pattern(mount, bytes, Collections.nCopies(10, preallocated), plain);
  }

  Probe pattern(String mount, int bytes, List<Long> preallocated, long plain) {
    patterns.add(
        new FilePattern(
            mount,
            bytes,
            preallocated,
            Collections.nCopies(preallocated.size(), plain),
            Optional.empty()));
    return this;
  }

  Probe patternError(String mount, String errno) {
    patterns.add(new FilePattern(mount, 4096, List.of(), List.of(), Optional.of(errno)));
    return this;
  }

  Probe refusal(RefusalReason reason) {
    refusals.add(new Refusal(ProbeMode.EXTENT, reason, "/data", "as found"));
    return this;
  }

  Probe untraced() {
    traced = false;
    return this;
  }

  Probe lostEvents(long events) {
    lost = events;
    return this;
  }

  /** The zeroing calls' commands go to another address. */
  Probe tracedAt(String address) {
    tracedHctl = address;
    return this;
  }

  /** How much of each call its commands were with the device, and more than 1 for longer. */
  Probe atDevice(double share) {
    atDevice = share;
    return this;
  }

  Probe command(Command command) {
    commands.add(command);
    return this;
  }

  Probe on(String block, String... addresses) {
    node = block;
    leaves = List.of(addresses);
    return this;
  }

  /** A setting that was another after the probe. */
  Probe after(String path, String value) {
    return after(path, Reading.known(value));
  }

  Probe after(String path, Reading<String> value) {
    changed.put(path, value);
    return this;
  }

  Probe limitFell() {
    return after("class/scsi_disk/" + Scene.HCTL + "/max_write_same_blocks", "0")
        .after("block/sda/queue/write_zeroes_max_bytes", "0");
  }

  ProbeResult.Measured result(Scene scene) {
    Map<String, Reading<String>> after = new TreeMap<>(scene.settings().values());
    after.putAll(changed);
    Reading<KernelEvidence> evidence =
        traced
            ? Reading.known(new KernelEvidence(trace(), lost))
            : Reading.absent("sys/kernel/tracing");
    return new ProbeResult.Measured(
        files ? ProbeMode.FILE : ProbeMode.EXTENT,
        files
            ? Optional.empty()
            : Optional.of(new ProbeResult.Zeroing("/data", node, leaves, series)),
        patterns,
        scene.settings(),
        new Settings(after),
        evidence,
        refusals);
  }

  /** Half a millisecond at most of it is the flush. */
  private Observation observe(long nanos) {
    long flush = Math.min(nanos / 10, MS / 2);
    Observation observation = new Observation(clock, nanos - flush, flush);
    clock += nanos + MS;
    return observation;
  }

  private List<Command> trace() {
    List<Command> trace = new ArrayList<>(commands);
    for (Series one : series) {
      for (Pair pair : one.pairs()) {
        if (one.operation() != Operation.WRITE) {
          trace.add(command("WRITE_SAME", pair.operation(), one.bytes()));
        }
        trace.add(command("WRITE_10", pair.write(), one.bytes()));
      }
    }
    return trace;
  }

  private Command command(String opcode, Observation observation, int bytes) {
    long nanos = Math.round(atDevice * Math.max(1, observation.total() - 20 * US));
    boolean zeroing = opcode.startsWith("WRITE_SAME");
    return new Command(
        tracedHctl,
        opcode,
        2048,
        bytes / 512,
        observation.start() + 10 * US,
        zeroing ? nanos : Math.max(1, observation.total() - 20 * US),
        GOOD);
  }
}
