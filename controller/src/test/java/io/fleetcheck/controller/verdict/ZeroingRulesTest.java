package io.fleetcheck.controller.verdict;

import static io.fleetcheck.controller.verdict.Probe.MS;
import static io.fleetcheck.controller.verdict.Probe.US;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.KernelEvidence.Command;
import io.fleetcheck.agent.wire.ProbeResult.Measured;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Series.Operation;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.playbooks.Thresholds;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every line of the decision table, at its boundaries. */
class ZeroingRulesTest {
  private static final int SMALL = 4096;
  private static final int LARGE = 1 << 20;

  private static Verdict judge(Probe probe) {
    return new Scene().judge(probe);
  }

  private static void assertVerdict(Level level, String code, Verdict verdict) {
    assertEquals(level + " " + code, verdict.level() + " " + verdict.code(), verdict.sentence());
  }

  /** What the authors of the first reports measured, and what they called it. */
  @Nested
  class SeedCases {
    @Test
    void sixteenAndFortyMilliseconds() {
      Verdict verdict = judge(Probe.healthy().zeroout(LARGE, 40 * MS, 16 * MS));

      assertVerdict(Level.AT_RISK, "slow_write_same", verdict);
      assertEquals(2.5, verdict.ratio().orElseThrow().estimate(), 1e-9);
      assertEquals(OptionalLong.of(40 * MS), verdict.zerooutNanos());
      assertEquals(OptionalLong.of(16 * MS), verdict.writeNanos());
      assertEquals(
          "Zeroing 1 MiB takes 40.0 ms where writing and syncing it takes 16.0 ms: 2.50 times as"
              + " long (99 % interval 2.50 to 2.50, 16 pairs); the kernel's own WRITE SAME took"
              + " 40.0 ms",
          verdict.sentence());
    }

    @Test
    void fifteenAndFortyFiveMilliseconds() {
      Verdict verdict = judge(Probe.healthy().zeroout(LARGE, 45 * MS, 15 * MS));

      assertVerdict(Level.AT_RISK, "slow_write_same", verdict);
      assertEquals(3.0, verdict.ratio().orElseThrow().estimate(), 1e-9);
    }

    @Test
    void fiveHundredTwelveBytesInNearlyFiveMilliseconds() {
      Verdict verdict = judge(new Probe().zeroout(512, 4_900 * US, 700 * US));

      assertVerdict(Level.AT_RISK, "slow_write_same", verdict);
      assertEquals(7.0, verdict.ratio().orElseThrow().estimate(), 1e-9);
    }
  }

  @Nested
  class Line1Spoilt {
    @ParameterizedTest
    @ValueSource(strings = {"EBUSY", "EIO"})
    void anErrorOfZeroingOrWriting(String errno) {
      for (Operation operation : List.of(Operation.ZEROOUT, Operation.WRITE)) {
        Verdict verdict = judge(Probe.slow().error(operation, LARGE, errno));
        assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
        assertTrue(verdict.sentence().contains(errno), verdict.sentence());
        assertTrue(verdict.sentence().endsWith("(error)"), verdict.sentence());
      }
    }

    @Test
    void aSizeThatTheDeviceRefusesAndThatDoesNotDecide() {
      Probe probe = Probe.healthy().error(Operation.ZEROOUT, 512, "EINVAL");

      assertVerdict(Level.OK, "ok", judge(probe));
      assertVerdict(
          Level.UNKNOWN,
          "inconclusive",
          judge(Probe.healthy().error(Operation.ZEROOUT, 512, "EIO")));
    }

    @Test
    void sevenPairsDecideNothingAndEightDo() {
      List<Long> seven = Collections.nCopies(7, 40 * MS);
      List<Long> eight = Collections.nCopies(8, 40 * MS);

      Verdict undecided = judge(new Probe().zeroouts(LARGE, seven, 16 * MS));
      assertVerdict(Level.UNKNOWN, "inconclusive", undecided);
      assertTrue(undecided.sentence().endsWith("(too few pairs)"), undecided.sentence());
      assertVerdict(
          Level.AT_RISK, "slow_write_same", judge(new Probe().zeroouts(LARGE, eight, 16 * MS)));
    }

    /** The budget ended before the larger size: that is why, and not a WRITE SAME unseen. */
    @Test
    void oneDecidingSizeAloneAcquitsNobody() {
      Verdict verdict = judge(new Probe().zeroout(SMALL, 8 * MS, 8 * MS));

      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertTrue(verdict.sentence().endsWith("(too few pairs)"), verdict.sentence());
    }

    @Test
    void noSeriesAtAll() {
      assertVerdict(Level.UNKNOWN, "inconclusive", judge(new Probe()));
    }

    @Test
    void writingAgainstWritingOutsideTheBand() {
      Verdict verdict = judge(Probe.slow().writes(LARGE, 126 * MS, 100 * MS));
      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertTrue(verdict.sentence().endsWith("(noise)"), verdict.sentence());
      assertVerdict(
          Level.UNKNOWN, "inconclusive", judge(Probe.slow().writes(SMALL, 79 * MS, 100 * MS)));
    }

    @Test
    void writingAgainstWritingAtTheBandsEdges() {
      Probe upper = Probe.slow().writes(LARGE, 125 * MS, 100 * MS);
      Probe lower = Probe.slow().writes(LARGE, 80 * MS, 100 * MS);

      assertVerdict(Level.AT_RISK, "slow_write_same", judge(upper));
      assertVerdict(Level.AT_RISK, "slow_write_same", judge(lower));
    }

    @Test
    void fewWritesAgainstWritesSayNothing() {
      Probe probe =
          Probe.slow().add(Operation.WRITE, LARGE, Collections.nCopies(7, 30 * MS), 10 * MS);

      assertVerdict(Level.AT_RISK, "slow_write_same", judge(probe));
    }
  }

  @Nested
  class Line2NoOffload {
    @Test
    void tracedAndNoWriteSameToThisDisk() {
      Verdict verdict = judge(Probe.slow().tracedAt("0:0:9:0"));

      assertVerdict(Level.UNKNOWN, "no_offload_seen", verdict);
    }

    @Test
    void writeSamesOfOthersBetweenTheCallsDoNotCount() {
      Command lazyInit = new Command(Scene.HCTL, "WRITE_SAME", 0, 8, 5, 40 * MS, "");

      Verdict verdict = judge(Probe.healthy().tracedAt("0:0:9:0").command(lazyInit));

      assertVerdict(Level.UNKNOWN, "no_offload_seen", verdict);
    }

    @Test
    void lostEventsMakeAbsenceVoid() {
      Verdict verdict = judge(Probe.healthy().tracedAt("0:0:9:0").lostEvents(1));

      assertVerdict(Level.OK, "ok", verdict);
      assertEquals(List.of("without_evidence"), verdict.also());
    }

    @Test
    void aLayerOnTheWayHasLimitZero() {
      Scene scene = new Scene().map("dm-0", "CRYPT-LUKS2", "crypt", "", 0, "sda1");

      Verdict verdict = scene.judge(Probe.slow().on("dm-0", Scene.HCTL).untraced());

      assertVerdict(Level.UNKNOWN, "no_offload_seen", verdict);
      assertTrue(verdict.sentence().contains("dm-0"), verdict.sentence());
    }

    @Test
    void aLayerElsewhereOnTheDiskDoesNotMatter() {
      Scene scene = new Scene().map("dm-0", "CRYPT-LUKS2", "crypt", "", 0, "sda1");

      assertVerdict(Level.OK, "ok", scene.judge(Probe.healthy().on("sda1", Scene.HCTL)));
    }

    @Test
    void aLayersLimitFellWhileTheDisksDidNot() {
      Scene scene = new Scene().map("dm-0", "LVM-x", "linear", "8:1 0", 33550336, "sda1");
      Probe probe =
          Probe.slow().on("dm-0", Scene.HCTL).after("block/dm-0/queue/write_zeroes_max_bytes", "0");

      assertVerdict(Level.UNKNOWN, "no_offload_seen", scene.judge(probe));
    }

    @Test
    void withoutATraceALayerThatDoesNotTellItsLimitNeverAcquits() {
      Scene scene = new Scene().map("dm-0", "LVM-x", "linear", "8:1 0", 33550336, "sda1");
      Reading<String> unreadable = Reading.unreadable("x", "EIO");
      Probe probe = Probe.healthy().on("dm-0", Scene.HCTL).untraced();
      Measured measured = probe.result(scene);
      Map<String, Reading<String>> before = new TreeMap<>(measured.before().values());
      before.put("block/dm-0/queue/write_zeroes_max_bytes", unreadable);

      Verdict verdict =
          scene.judge(
              new Measured(
                  measured.mode(),
                  measured.zeroing(),
                  measured.patterns(),
                  new Settings(before),
                  measured.after(),
                  measured.evidence(),
                  measured.refusals()));

      assertVerdict(Level.UNKNOWN, "no_offload_seen", verdict);
    }

    @Test
    void anUnknownBlockNodeNeverAcquitsWithoutATrace() {
      assertVerdict(
          Level.UNKNOWN,
          "no_offload_seen",
          judge(Probe.healthy().on("sdz", Scene.HCTL).untraced()));
    }

    @Test
    void aSizeThatTheTraceShowsWithoutWriteSameIsNotAcquitted() {
      Probe small = new Probe().zeroout(SMALL, MS, MS);
      // The trace knows the 4 KiB calls only: the 1 MiB ones were made by another probe.
      Probe both = new Probe().zeroout(SMALL, MS, MS).zeroout(LARGE, 16 * MS, 16 * MS);
      Measured measured = both.result(new Scene());
      Verdict verdict =
          new Scene()
              .judge(
                  new Measured(
                      measured.mode(),
                      measured.zeroing(),
                      measured.patterns(),
                      measured.before(),
                      measured.after(),
                      small.result(new Scene()).evidence(),
                      measured.refusals()));

      assertVerdict(Level.UNKNOWN, "no_offload_seen", verdict);
    }

    @Test
    void aRangeOnSeveralDisksNeedsATrace() {
      Probe stripe = Probe.slow().on("sda1", Scene.HCTL, "0:0:2:0");

      assertVerdict(Level.AT_RISK, "slow_write_same", judge(stripe));
      assertVerdict(Level.UNKNOWN, "multiple_leaves", judge(stripe.untraced()));
    }
  }

  @Nested
  class Line3Rejected {
    @Test
    void theLimitFell() {
      Verdict verdict = judge(Probe.healthy().limitFell());

      assertVerdict(Level.AT_RISK, "rejected", verdict);
      assertEquals(OptionalLong.of(16 * MS), verdict.zerooutNanos());
      assertTrue(verdict.sentence().contains("fall-back: zeroing 1 MiB"), verdict.sentence());
    }

    @Test
    void itIsNoChangeByUdev() {
      assertEquals(List.of(), judge(Probe.healthy().limitFell()).also());
    }

    @Test
    void ofAnInconclusiveProbeItIsToldBeside() {
      Verdict verdict = judge(Probe.healthy().limitFell().error(Operation.ZEROOUT, LARGE, "EIO"));

      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertEquals(List.of("rejected"), verdict.also());
    }
  }

  @Nested
  class Line4Contradiction {
    @Test
    void slowOnTheClockButNotAtTheDevice() {
      Verdict verdict = judge(Probe.slow().atDevice(0.3));

      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertTrue(verdict.sentence().endsWith("(evidence_disagrees)"), verdict.sentence());
    }

    /**
     * Zeroing 40 ms, writing 16 ms: half of the 24 ms more is the boundary, 28 ms at the device.
     */
    @Test
    void halfOfTheExcessIsTheBoundary() {
      Probe probe = new Probe().zeroout(LARGE, 40 * MS, 16 * MS);

      assertVerdict(Level.AT_RISK, "slow_write_same", judge(probe.atDevice(0.71)));
      assertVerdict(Level.UNKNOWN, "inconclusive", judge(probe.atDevice(0.69)));
    }

    @Test
    void commandsLongerThanTheirCalls() {
      Verdict verdict = judge(Probe.healthy().atDevice(3));

      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertTrue(verdict.sentence().endsWith("(evidence_disagrees)"), verdict.sentence());
    }

    @Test
    void anIncompleteTraceContradictsNothing() {
      assertVerdict(
          Level.AT_RISK, "slow_write_same", judge(Probe.slow().atDevice(0.3).lostEvents(1)));
    }

    @Test
    void aStripeThatIsSlowForAnotherDisksSake() {
      Probe stripe = Probe.slow().on("sda1", Scene.HCTL, "0:0:2:0").atDevice(0.2);

      assertVerdict(Level.UNKNOWN, "inconclusive", judge(stripe));
    }

    @Test
    void aMountFeelsWhatTheDiskDoesNotShow() {
      Scene scene = new Scene().ext4("/data");

      Verdict verdict = scene.judge(Probe.healthy().pattern("/data", 4096, 90 * MS, MS));

      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertEquals(Impact.FELT, verdict.mounts().get(0).impact());
      assertTrue(verdict.sentence().endsWith("(evidence_disagrees)"), verdict.sentence());
    }

    @Test
    void aMountThatWaitsForHealthyZeroingDoesNotContradict() {
      Scene scene = new Scene().kernel("6.1.0").ext4("/data");

      Verdict verdict = scene.judge(Probe.healthy().pattern("/data", 4096, 9 * MS, MS));

      assertVerdict(Level.OK, "ok", verdict);
      assertEquals(Impact.LAZYINIT_ONLY, verdict.mounts().get(0).impact());
    }
  }

  @Nested
  class Line5Slow {
    @Test
    void theRatioAtItsThreshold() {
      assertVerdict(Level.AT_RISK, "slow_write_same", judge(Probe.ofRatio(1.5)));
      assertVerdict(Level.OK, "ok", judge(Probe.ofRatio(1.499)));
    }

    @Test
    void theExcessAtItsThreshold() {
      Probe enough = Probe.healthy().zeroout(SMALL, 700 * US, 200 * US);
      Probe less = Probe.healthy().zeroout(SMALL, 700 * US - 1, 200 * US);

      assertVerdict(Level.AT_RISK, "slow_write_same", judge(enough));
      assertVerdict(Level.OK, "ok_negligible", judge(less));
    }

    @Test
    void brokenWhereAMountFeelsIt() {
      Scene scene = new Scene().ext4("/data");

      Verdict verdict = scene.judge(Probe.slow().pattern("/data", 4096, 9 * MS, MS));

      assertVerdict(Level.BROKEN, "slow_write_same", verdict);
      assertEquals(List.of(new MountImpact("/data", "ext4", Impact.FELT)), verdict.mounts());
    }

    @Test
    void oneSizeConvictsThoughTheOtherWasNotMeasured() {
      assertVerdict(
          Level.AT_RISK,
          "slow_write_same",
          judge(new Probe().zeroout(LARGE, 40 * MS, 16 * MS).zeroouts(SMALL, List.of(MS), MS)));
    }

    @Test
    void anotherSizeConvictsOnlyWhereNeitherDecidingOneWasMeasured() {
      assertVerdict(
          Level.AT_RISK,
          "slow_write_same",
          judge(new Probe().zeroout(32768, 9 * MS, MS).zeroouts(LARGE, List.of(MS), MS)));

      Verdict verdict = judge(Probe.healthy().zeroout(32768, 9 * MS, MS));
      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertTrue(verdict.sentence().endsWith("(evidence_disagrees)"), verdict.sentence());
    }

    @Test
    void theSizeThatIsSurestIsShown() {
      Verdict verdict =
          judge(new Probe().zeroout(SMALL, 9 * MS, MS).zeroout(LARGE, 40 * MS, 16 * MS));

      assertEquals(9.0, verdict.ratio().orElseThrow().estimate(), 1e-9);
    }

    @Test
    void withoutATraceTheSame() {
      Verdict verdict = judge(Probe.slow().untraced());

      assertVerdict(Level.AT_RISK, "slow_write_same", verdict);
      assertEquals(List.of("without_evidence"), verdict.also());
    }

    @Test
    void thresholdsAreTheOperators() {
      Thresholds strict = new Thresholds(1.1, 1.2, 0.8, 500_000, 1_000_000, 0.8, 1.25, 8);

      assertVerdict(
          Level.AT_RISK,
          "slow_write_same",
          new Scene().thresholds(strict).judge(Probe.ofRatio(1.2)));
    }
  }

  @Nested
  class Lines6And7Unmap {
    private Scene unmapping() {
      return new Scene().disk("zeroing_mode", "writesame_16_unmap");
    }

    private Probe punched(long small, long large) {
      return Probe.healthy().punch(SMALL, small, MS).punch(LARGE, large, 16 * MS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"writesame_16_unmap", "writesame_10_unmap"})
    void notMeasured(String mode) {
      assertVerdict(
          Level.UNKNOWN,
          "unmap_path_not_measured",
          new Scene().disk("zeroing_mode", mode).judge(Probe.healthy()));
    }

    @Test
    void anUnreadableModeMayBeSuchAOne() {
      Scene scene = new Scene().disk("zeroing_mode", Reading.unreadable("zeroing_mode", "EIO"));

      assertVerdict(Level.UNKNOWN, "unmap_path_not_measured", scene.judge(Probe.healthy()));
    }

    @Test
    void ofOneSizeOnlyIsNotMeasured() {
      Probe probe = Probe.healthy().punch(LARGE, 16 * MS, 16 * MS);

      assertVerdict(Level.UNKNOWN, "unmap_path_not_measured", unmapping().judge(probe));
    }

    @Test
    void unsupportedIsNotMeasured() {
      Probe probe =
          Probe.healthy()
              .error(Operation.PUNCH, SMALL, "EOPNOTSUPP")
              .error(Operation.PUNCH, LARGE, "EOPNOTSUPP");

      assertVerdict(Level.UNKNOWN, "unmap_path_not_measured", unmapping().judge(probe));
    }

    @Test
    void zeroingItselfSlowComesFirst() {
      Verdict verdict = unmapping().judge(Probe.slow());

      assertVerdict(Level.AT_RISK, "slow_write_same", verdict);
      assertEquals(List.of(), verdict.also());
    }

    @Test
    void slow() {
      Verdict verdict = unmapping().judge(punched(MS, 40 * MS));

      assertVerdict(Level.AT_RISK, "slow_write_same", verdict);
      assertEquals(List.of("unmap_path"), verdict.also());
      assertTrue(verdict.sentence().contains("with unmap allowed"), verdict.sentence());
    }

    @Test
    void slowAtOneSizeThoughTheOtherWasNotMeasured() {
      Probe probe = Probe.healthy().punch(LARGE, 40 * MS, 16 * MS);

      assertVerdict(Level.AT_RISK, "slow_write_same", unmapping().judge(probe));
    }

    @Test
    void fine() {
      assertVerdict(Level.OK, "ok", unmapping().judge(punched(MS, 16 * MS)));
    }

    @Test
    void undecidedIsNotAcquitted() {
      Probe noisy =
          punched(MS, 16 * MS).add(Operation.PUNCH, LARGE, spread(10 * MS, 60 * MS), 16 * MS);

      assertVerdict(Level.UNKNOWN, "inconclusive", unmapping().judge(noisy));
    }

    @Test
    void anExercisedPatternStandsInForIt() {
      Scene scene = unmapping().kernel("5.4.0").ext4("/data");

      assertVerdict(Level.OK, "ok", scene.judge(Probe.healthy().pattern("/data", 4096, MS, MS)));
    }

    @Test
    void aPatternThatDoesNotExerciseItDoesNot() {
      Scene scene = unmapping().kernel("6.12.0").ext4("/data", "dioread_nolock", "delalloc");

      assertVerdict(
          Level.UNKNOWN,
          "unmap_path_not_measured",
          scene.judge(Probe.healthy().pattern("/data", 4096, MS, MS)));
    }

    @Test
    void aSlowPatternDoesNot() {
      Scene scene = unmapping().ext4("/data");

      assertVerdict(
          Level.UNKNOWN,
          "unmap_path_not_measured",
          scene.judge(Probe.healthy().pattern("/data", 4096, 9 * MS, MS)));
    }

    @Test
    void onOtherDisksPunchingDoesNotCount() {
      assertVerdict(Level.OK, "ok", judge(punched(9 * MS, 90 * MS)));
    }
  }

  @Nested
  class Lines8To11 {
    @Test
    void negligible() {
      Verdict verdict = judge(Probe.healthy().zeroout(SMALL, 90 * US, 30 * US));

      assertVerdict(Level.OK, "ok_negligible", verdict);
      assertTrue(verdict.sentence().contains("only 60.0 us more"), verdict.sentence());
    }

    @Test
    void negligibleAtOneSizeDoesNotAcquitTheOther() {
      Probe probe =
          Probe.healthy()
              .zeroout(SMALL, 90 * US, 30 * US)
              .zeroouts(LARGE, spread(10 * MS, 60 * MS), 16 * MS);

      assertVerdict(Level.UNKNOWN, "inconclusive", judge(probe));
    }

    @Test
    void fastAtItsThreshold() {
      assertVerdict(Level.OK, "ok_fast", judge(Probe.ofRatio(0.79)));
      assertVerdict(Level.OK, "ok", judge(Probe.ofRatio(0.8)));
    }

    @Test
    void fastAtOneMebibyteOnly() {
      assertVerdict(Level.OK, "ok", judge(Probe.healthy().zeroout(SMALL, 500 * US, MS)));
      assertVerdict(Level.OK, "ok_fast", judge(Probe.healthy().zeroout(LARGE, 2 * MS, 16 * MS)));
    }

    @Test
    void okUpToTheUpperThreshold() {
      assertVerdict(Level.OK, "ok", judge(upTo(2.0)));
      assertVerdict(Level.UNKNOWN, "inconclusive", judge(upTo(2.001)));
    }

    /** Eight pairs from 1.4 up: their interval is their range. */
    private Probe upTo(double most) {
      List<Long> times =
          Stream.concat(Collections.nCopies(7, 1.4).stream(), Stream.of(most))
              .map(ratio -> Math.round(ratio * 16 * MS))
              .toList();
      return Probe.healthy().zeroouts(LARGE, times, 16 * MS);
    }

    @Test
    void noise() {
      Verdict verdict = judge(Probe.healthy().zeroouts(LARGE, spread(10 * MS, 60 * MS), 16 * MS));

      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertTrue(verdict.sentence().endsWith("(noise)"), verdict.sentence());
    }

    @Test
    void theSizeThatIsUndecidedIsShown() {
      Verdict verdict =
          judge(
              Probe.healthy()
                  .zeroouts(LARGE, spread(10 * MS, 60 * MS), 16 * MS)
                  .zeroouts(512, spread(MS, 90 * MS), 16 * MS));

      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertTrue(verdict.sentence().startsWith("Zeroing 1 MiB takes"), verdict.sentence());
    }

    @Test
    void oneSizeAloneNeverAcquits() {
      for (Probe half :
          List.of(new Probe().zeroout(LARGE, MS, MS), new Probe().zeroout(SMALL, MS, MS))) {
        Verdict verdict = judge(half);
        assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
        assertTrue(verdict.sentence().endsWith("(too few pairs)"), verdict.sentence());
      }
    }

    @Test
    void sizesThatDoNotDecideNeverAcquit() {
      assertVerdict(
          Level.UNKNOWN,
          "inconclusive",
          judge(new Probe().zeroout(512, MS, MS).zeroout(32768, MS, MS)));
    }
  }

  /** Sixteen times from one to the other, evenly. */
  private static List<Long> spread(long from, long to) {
    return IntStream.range(0, 16).mapToObj(i -> from + (to - from) * i / 15).toList();
  }
}
