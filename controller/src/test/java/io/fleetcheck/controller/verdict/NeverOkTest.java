package io.fleetcheck.controller.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.PairedRatio;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Series.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Unknown is never ok: random inputs, mostly spoilt in some way, and for each verdict that reads ok
 * the proof is asked for: a limit that is known to be 0, or samples of both sizes that acquit.
 */
class NeverOkTest {
  private static final int RUNS = 20_000;
  private static final int[] SIZES = {512, 4096, 32768, 1 << 20};

  private final Random random = new Random(20261130);

  @Test
  void noOkWithoutALimitOfZeroOrGoodSamples() {
    int ok = 0;
    for (int run = 0; run < RUNS; run++) {
      Scene scene = scene();
      ProbeResult result = result(scene);
      Verdict verdict = scene.judge(result);
      if (verdict.level() == Level.OK) {
        ok++;
        assertTrue(isOff(scene, result) || isAcquitted(result), verdict + "\n" + result);
      }
    }
    // Else the property would hold of a judge that never acquits anybody.
    assertTrue(ok > RUNS / 100, ok + " ok of " + RUNS);
  }

  @Test
  void aDiskThatWasNotProbedIsOkOnlyWithLimitZero() {
    for (int run = 0; run < 2_000; run++) {
      Scene scene = scene();
      Verdict verdict = scene.judge();
      if (verdict.level() == Level.OK) {
        assertTrue(isOff(scene), verdict.toString());
      }
    }
  }

  @Test
  void refusedOrFailedAndArmedIsUnknown() {
    for (RefusalReason reason : RefusalReason.values()) {
      Refusal refusal = new Refusal(ProbeMode.EXTENT, reason, "/", "");
      assertEquals(
          Level.UNKNOWN, new Scene().judge(new ProbeResult.Refused(List.of(refusal))).level());
    }
    assertNotEquals(
        Level.OK, new Scene().judge(new ProbeResult.Failed("open", "/dev/sda", "EIO")).level());
  }

  private Scene scene() {
    Scene scene = new Scene();
    scene.disk("max_write_same_blocks", limit("65535"));
    scene.queue("write_zeroes_max_bytes", limit(Long.toString(Scene.ARMED_BYTES)));
    if (random.nextInt(4) == 0) {
      scene.disk("zeroing_mode", "writesame_16_unmap");
    }
    if (random.nextInt(4) == 0) {
      scene.kernelUnreadable();
    }
    if (random.nextInt(8) == 0) {
      scene.missingPath("sdq");
    }
    return scene;
  }

  private Reading<String> limit(String armed) {
    return switch (random.nextInt(10)) {
      case 0 -> Reading.known("0");
      case 1 -> Reading.absent("x");
      case 2 -> Reading.unreadable("x", "EIO");
      case 3 -> Reading.known("none");
      default -> Reading.known(armed);
    };
  }

  private ProbeResult result(Scene scene) {
    Probe probe = random.nextInt(10) == 0 ? Probe.ofFiles() : new Probe();
    for (Operation operation : Operation.values()) {
      for (int bytes : SIZES) {
        if (random.nextInt(12) > 0) {
          long write = 100_000L + random.nextInt(20_000_000);
          double ratio = random.nextInt(3) == 0 ? 2.5 : 1;
          double sigma = random.nextInt(3) == 0 ? 1 : 0.1;
          probe.add(
              operation,
              bytes,
              times(random.nextInt(12) == 0 ? 7 : 24, write * ratio, sigma),
              write);
        }
        if (random.nextInt(100) == 0) {
          probe.error(operation, bytes, "EIO");
        }
      }
    }
    if (random.nextInt(4) == 0) {
      probe.untraced();
    }
    if (random.nextInt(8) == 0) {
      probe.tracedAt("9:0:0:0");
    }
    if (random.nextInt(8) == 0) {
      probe.limitFell();
    }
    if (random.nextInt(8) == 0) {
      probe.pattern("/data", 4096, 1_000_000, 1_000_000);
    }
    return probe.result(scene);
  }

  private List<Long> times(int count, double centre, double sigma) {
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean impossible = random.nextInt(2000) == 0;
      times.add(impossible ? 0 : Math.round(centre * Math.exp(sigma * random.nextGaussian())));
    }
    return times;
  }

  private static boolean isOff(Scene scene, ProbeResult result) {
    ProbeResult.Measured measured = (ProbeResult.Measured) result;
    Reading<String> after =
        measured
            .after()
            .values()
            .getOrDefault("block/sda/queue/write_zeroes_max_bytes", Reading.absent(""));
    return isOff(scene) && !after.equals(Reading.known(Long.toString(Scene.ARMED_BYTES)));
  }

  private static boolean isOff(Scene scene) {
    var disk = scene.topology().nodes().get(0);
    Reading<Long> queue = disk.queueNumber("write_zeroes_max_bytes");
    Reading<Long> blocks = disk.scsi().orElseThrow().maxWriteSameBlocks();
    return queue instanceof Reading.Absent
        ? blocks.equals(Reading.known(0L))
        : queue.equals(Reading.known(0L)) && blocks.isKnown();
  }

  /** Written anew, without the judge's own classes. */
  private static boolean isAcquitted(ProbeResult result) {
    ProbeResult.Measured measured = (ProbeResult.Measured) result;
    List<Series> series = measured.zeroing().map(zeroing -> zeroing.series()).orElse(List.of());
    return acquits(series, 4096) && acquits(series, 1 << 20);
  }

  private static boolean acquits(List<Series> series, int bytes) {
    return series.stream()
        .filter(one -> one.operation() == Operation.ZEROOUT && one.bytes() == bytes)
        .anyMatch(
            one -> {
              PairedRatio ratio = PairedRatio.of(one.pairs());
              boolean fine = ratio.high() <= 2.0;
              boolean negligible = ratio.low() >= 1.5 && ratio.excessNanos() < 500_000;
              return one.error().isEmpty() && one.pairs().size() >= 8 && (fine || negligible);
            });
  }
}
