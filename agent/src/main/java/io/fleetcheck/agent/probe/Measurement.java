package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Series;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Times BLKZEROOUT, and PUNCH_HOLE where that matters, against plain writes on one target: pairs in
 * ABBA order on fresh ranges, one call an observation, looked at after every eight pairs.
 */
final class Measurement {
  /** The sizes that decide come first: the budget may end before the others. */
  private static final int[] SIZES = {4096, 1 << 20, 32 << 10, 512};

  /** Pairs between two looks; fewer than eight allow no 99 % interval. */
  private static final int LOOK = 8;

  private static final int LOOKS = 4;

  /** Rounds that are not recorded: they warm up this code and the disk. */
  private static final int WARM_UP = 2;

  private static final int LARGE = 1 << 20;

  /** Of the time: where more is gone, large calls that only tell the noise are left out. */
  private static final double NOISE_SHARE = 0.3;

  private final Target target;
  private final Descriptor node;
  private final Request.Budget budget;
  private final Spending spending;
  private final Activity activity;
  private final Trace trace;
  private final ByteBuffer zeros;
  private final List<SeriesBuilder> builders = new ArrayList<>();
  private Optional<Refusal> refusal = Optional.empty();

  Measurement(
      Target target,
      Kernel kernel,
      Request.Budget budget,
      Spending spending,
      Activity activity,
      Trace trace) {
    this.target = target;
    this.node = target.node();
    this.budget = budget;
    this.spending = spending;
    this.activity = activity;
    this.trace = trace;
    this.zeros = kernel.buffer(LARGE);
  }

  /**
   * @param logicalBlock of the node in bytes: smaller calls are skipped
   * @param punch whether the disk unmaps, so that PUNCH_HOLE is another command
   * @param progress told after each size of each look
   */
  List<Series> run(long logicalBlock, boolean punch, ProbeProgress progress) {
    List<List<SeriesBuilder>> sizes = new ArrayList<>();
    for (int bytes : SIZES) {
      if (bytes >= logicalBlock) {
        List<SeriesBuilder> size = new ArrayList<>();
        size.add(new SeriesBuilder(Series.Operation.ZEROOUT, bytes, LOOK * LOOKS));
        // Large pairs for the noise alone would eat the budget of those that decide.
        int noisePairs = bytes < LARGE ? LOOK * LOOKS : LOOK;
        size.add(new SeriesBuilder(Series.Operation.WRITE, bytes, noisePairs));
        if (punch) {
          size.add(new SeriesBuilder(Series.Operation.PUNCH, bytes, LOOK * LOOKS));
        }
        sizes.add(size);
        builders.addAll(size);
      }
    }
    try {
      for (int look = 0; look < LOOKS; look++) {
        for (List<SeriesBuilder> size : sizes) {
          if (spending.isOver()) {
            return built();
          }
          look(size, look, progress);
        }
      }
    } catch (RefusedException e) {
      refusal = Optional.of(e.refusal());
    }
    return built();
  }

  /** Why it ended early: an interlock. */
  Optional<Refusal> refusal() {
    return refusal;
  }

  private List<Series> built() {
    return builders.stream().map(SeriesBuilder::build).toList();
  }

  private void look(List<SeriesBuilder> size, int look, ProbeProgress progress)
      throws RefusedException {
    int warmUp = look == 0 ? WARM_UP : 0;
    List<SeriesBuilder> open = new ArrayList<>();
    boolean deciding = false;
    int wanted = 0;
    for (SeriesBuilder series : size) {
      boolean noise = series.operation() == Series.Operation.WRITE;
      boolean dear = noise && series.bytes() == LARGE && spending.share() > NOISE_SHARE;
      if (!series.isDone() && !dear) {
        open.add(series);
        deciding |= !noise;
        wanted += 2 * (noise ? LOOK : warmUp + LOOK);
      }
    }
    if (!deciding) {
      return;
    }
    progress.step("zeroing " + size.get(0).bytes() + " bytes", look, LOOKS);
    int rounds = warmUp + LOOK;
    List<Range> ranges = prepare(open, size.get(0).bytes(), wanted);
    trace.discard();
    int next = 0;
    for (int round = 0; round < rounds; round++) {
      for (SeriesBuilder series : open) {
        if (next + 2 > ranges.size() || spending.isOver()) {
          break;
        }
        boolean recorded = round >= warmUp;
        if (series.isDone() || (!recorded && series.operation() == Series.Operation.WRITE)) {
          continue;
        }
        pair(series, round, ranges.get(next), ranges.get(next + 1), recorded);
        next += 2;
      }
    }
    trace.collect();
    for (SeriesBuilder series : open) {
      series.look(budget);
    }
  }

  private List<Range> prepare(List<SeriesBuilder> open, int bytes, int wanted)
      throws RefusedException {
    try {
      return target.ranges(bytes, wanted);
    } catch (SystemCallException e) {
      for (SeriesBuilder series : open) {
        series.fail(e.errno());
      }
      return List.of();
    }
  }

  /** A B B A: the operation leads in every other round, so that drift cancels out. */
  private void pair(SeriesBuilder series, int round, Range a, Range b, boolean recorded)
      throws RefusedException {
    if (!spending.take(2L * series.bytes())) {
      series.end();
      return;
    }
    try {
      Series.Pair pair;
      if (round % 2 == 0) {
        Series.Observation first = observe(series.operation(), a, series.bytes());
        Series.Observation second = observe(Series.Operation.WRITE, b, series.bytes());
        pair = new Series.Pair(first, second);
      } else {
        Series.Observation first = observe(Series.Operation.WRITE, a, series.bytes());
        Series.Observation second = observe(series.operation(), b, series.bytes());
        pair = new Series.Pair(second, first);
      }
      if (recorded) {
        series.add(pair);
      }
    } catch (SystemCallException e) {
      series.fail(e.errno());
    }
  }

  private Series.Observation observe(Series.Operation operation, Range range, int bytes)
      throws RefusedException, SystemCallException {
    activity.begin(names(operation) + " of " + bytes + " bytes on " + node.where());
    target.verify(range);
    long start = System.nanoTime();
    switch (operation) {
      case ZEROOUT -> node.zeroOut(range.offset(), bytes);
      case PUNCH -> node.punch(range.offset(), bytes);
      case WRITE -> node.write(zeros, bytes, range.offset());
    }
    long called = System.nanoTime();
    node.syncData();
    long flushed = System.nanoTime();
    return new Series.Observation(start, called - start, flushed - called);
  }

  private static String names(Series.Operation operation) {
    return switch (operation) {
      case ZEROOUT -> "ioctl(BLKZEROOUT) and fdatasync";
      case PUNCH -> "fallocate(PUNCH_HOLE) and fdatasync";
      case WRITE -> "pwrite and fdatasync";
    };
  }
}
