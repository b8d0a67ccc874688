package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.PairedRatio;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Series.Observation;
import io.fleetcheck.agent.wire.Series.Operation;
import io.fleetcheck.agent.wire.Series.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A disk whose truth is known, measured as the agent measures: two rounds of warm-up, pairs in ABBA
 * order, a look after every eight pairs of each size until it is decided, 32 pairs at most.
 */
final class SimulatedDisk {
  private static final int LOOK = 8;
  private static final int LOOKS = 4;
  private static final int WARM_UP = 2;

  /** Calls of a probe that uses all its looks: what drift and bursts are spread over. */
  private static final int CALLS = 512;

  /**
   * How noisy a disk is.
   *
   * @param sigma of the logarithm of every call's time
   * @param outliers part of the calls that take 3 to 20 times as long
   * @param burst how many calls in a row an outlier's cause lasts
   * @param drift what times have been multiplied with by the end of a long probe
   */
  record Noise(String name, double sigma, double outliers, int burst, double drift) {}

  /**
   * How many pairs it takes to stop measuring a size, and to judge it.
   *
   * @param acquit before which none is found fine; the agent and the judge take 8
   * @param convict before which none is found slow; the same, and never fewer than to acquit
   */
  record Rule(int acquit, int convict) {}

  private final double ratio;
  private final Noise noise;
  private final Rule rule;
  private final Random random;
  private int call;
  private double nanos;
  private int burstLeft;
  private double burstFactor = 1;

  /**
   * @param ratio the truth, of zeroing over writing
   */
  SimulatedDisk(double ratio, Noise noise, Rule rule, Random random) {
    this.ratio = ratio;
    this.rule = rule;
    this.noise = noise;
    this.random = random;
  }

  /** Writing and syncing takes 8 ms at small sizes, 16 ms at 1 MiB, as on the disks first seen. */
  List<Series> measure() {
    List<Size> sizes =
        List.of(
            new Size(4096, 8e6, LOOK * LOOKS),
            new Size(1 << 20, 16e6, LOOK),
            new Size(32 << 10, 8e6, LOOK * LOOKS),
            new Size(512, 8e6, LOOK * LOOKS));
    for (int look = 0; look < LOOKS; look++) {
      for (Size size : sizes) {
        if (!size.decided) {
          look(size, look == 0 ? WARM_UP : 0);
        }
      }
    }
    return sizes.stream().flatMap(size -> size.series().stream()).toList();
  }

  /** The rule of thumb: ten calls of each, one after the other, and their means. */
  boolean isSlowByMeanOfTen() {
    double zeroing = 0;
    for (int i = 0; i < 10; i++) {
      zeroing += time(16e6 * ratio);
    }
    double writing = 0;
    for (int i = 0; i < 10; i++) {
      writing += time(16e6);
    }
    return zeroing / writing >= 1.5;
  }

  private void look(Size size, int warmUp) {
    for (int round = 0; round < warmUp + LOOK; round++) {
      boolean recorded = round >= warmUp;
      Pair zeroing = pair(round, size.write * ratio, size.write);
      if (recorded) {
        size.zeroing.add(zeroing);
      }
      if (size.writes.size() < size.maxWrites) {
        Pair writing = pair(round, size.write, size.write);
        if (recorded) {
          size.writes.add(writing);
        }
      }
    }
    PairedRatio sofar = PairedRatio.of(size.zeroing);
    Request.Budget budget = Request.Budget.DEFAULT;
    size.decided =
        (sofar.pairs() >= rule.convict() && sofar.low() >= budget.slowRatio())
            || (sofar.pairs() >= rule.acquit() && sofar.high() <= budget.okRatio());
  }

  /** What all calls so far took, with their flushes; filling and checking ranges is not in it. */
  double seconds() {
    return nanos / 1e9;
  }

  /** The operation leads in every other round. */
  private Pair pair(int round, double operation, double write) {
    if (round % 2 == 0) {
      Observation first = observe(operation);
      return new Pair(first, observe(write));
    }
    Observation first = observe(write);
    return new Pair(observe(operation), first);
  }

  private Observation observe(double centre) {
    return new Observation(0, Math.round(time(centre)), 0);
  }

  private double time(double centre) {
    if (burstLeft > 0) {
      burstLeft--;
    } else if (random.nextDouble() < noise.outliers / noise.burst) {
      burstLeft = noise.burst - 1;
      burstFactor = 3 + 17 * random.nextDouble();
    } else {
      burstFactor = 1;
    }
    double drift = Math.pow(noise.drift, (double) call++ / CALLS);
    double time = centre * drift * burstFactor * Math.exp(noise.sigma * random.nextGaussian());
    nanos += time;
    return time;
  }

  /** One size, while it is measured. */
  private static final class Size {
    private final int bytes;
    private final double write;
    private final int maxWrites;
    private final List<Pair> zeroing = new ArrayList<>();
    private final List<Pair> writes = new ArrayList<>();
    private boolean decided;

    Size(int bytes, double write, int maxWrites) {
      this.bytes = bytes;
      this.write = write;
      this.maxWrites = maxWrites;
    }

    List<Series> series() {
      return List.of(
          new Series(Operation.ZEROOUT, bytes, zeroing, Optional.empty()),
          new Series(Operation.WRITE, bytes, writes, Optional.empty()));
    }
  }
}
