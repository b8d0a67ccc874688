package io.fleetcheck.agent.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.Series.Observation;
import io.fleetcheck.agent.wire.Series.Pair;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairedRatioTest {

  /**
   * Two-sided 1 %: from n = 8; R. L. McCornack, Extended Tables of the Wilcoxon Matched Pair Signed
   * Rank Statistic, JASA 60 (1965), column .005, as reprinted in Zar, Biostatistical Analysis,
   * table B.12.
   */
  private static final int[] HALF_PERCENT = {
    0, 1, 3, 5, 7, 9, 12, 15, 19, 23, 27, 32, 37, 42, 48, 54, 61, 68, 75, 83, 91, 100, 109
  };

  /** Two-sided 5 %: from n = 6 to 64; OEIS A226330, after P. Mitic (1996). */
  private static final int[] TWO_AND_A_HALF_PERCENT = {
    0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 29, 34, 40, 46, 52, 58, 65, 73, 81, 89, 98, 107, 116, 126,
    137, 147, 159, 170, 182, 195, 208, 221, 235, 249, 264, 279, 294, 310, 327, 343, 361, 378, 396,
    415, 434, 453, 473, 494, 514, 536, 557, 579, 602, 625, 648, 672, 697
  };

  /** Hamilton depression scale of nine patients: Hollander and Wolfe, table 3.1. */
  private static final double[] BEFORE = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};

  private static final double[] AFTER = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};

  @Test
  void criticalValuesAreThoseOfThePublishedTables() {
    for (int i = 0; i < HALF_PERCENT.length; i++) {
      assertEquals(HALF_PERCENT[i], PairedRatio.criticalValue(8 + i, 0.005), "n = " + (8 + i));
    }
    assertEquals(220, PairedRatio.criticalValue(40, 0.005));
    assertEquals(373, PairedRatio.criticalValue(50, 0.005));
    for (int i = 0; i < TWO_AND_A_HALF_PERCENT.length; i++) {
      int n = 6 + i;
      assertEquals(TWO_AND_A_HALF_PERCENT[i], PairedRatio.criticalValue(n, 0.025), "n = " + n);
    }
  }

  @Test
  void belowEightPairsOnePercentIsNotAttainable() {
    for (int n = 0; n < 8; n++) {
      assertEquals(-1, PairedRatio.criticalValue(n, 0.005), "n = " + n);
    }
  }

  @Test
  void theWorkedExampleOfHollanderAndWolfe() {
    double[] change =
        IntStream.range(0, BEFORE.length).mapToDouble(i -> AFTER[i] - BEFORE[i]).toArray();

    // Example 3.3: the estimate; example 3.4: the interval at 96.1 %, whose tail is 10/512.
    double[] interval = PairedRatio.interval(change, 10.0 / 512);

    assertEquals(-0.46, PairedRatio.median(PairedRatio.walshAverages(change)), 0.0005);
    assertArrayEquals(new double[] {-0.786, -0.010}, interval, 0.0005);
    assertEquals(5, PairedRatio.criticalValue(9, 10.0 / 512));
    assertEquals(4, PairedRatio.criticalValue(9, 10.0 / 512 - 1e-9));
  }

  @Test
  void atEightPairsTheIntervalIsTheRange() {
    long[] write = filled(8, 1_000_000);
    long[] zeroing = {
      2_000_000, 2_100_000, 2_200_000, 2_300_000, 2_400_000, 2_500_000, 2_600_000, 2_700_000
    };

    PairedRatio ratio = PairedRatio.of(zeroing, write);

    assertEquals(2.0, ratio.low(), 1e-12);
    assertEquals(2.7, ratio.high(), 1e-12);
    assertEquals(1_350_000, ratio.excessNanos());
    assertEquals(8, ratio.pairs());
  }

  @Test
  void aConstantRatioIsItsOwnInterval() {
    for (int n : new int[] {8, 9, 16, 24, 32, 64, 200}) {
      PairedRatio ratio = PairedRatio.of(filled(n, 40_000_000), filled(n, 16_000_000));
      assertEquals(2.5, ratio.estimate(), 1e-9);
      assertEquals(2.5, ratio.low(), 1e-9);
      assertEquals(2.5, ratio.high(), 1e-9);
      assertEquals(24_000_000, ratio.excessNanos());
    }
  }

  @Test
  void fewPairsGiveAnEstimateAndAnInfiniteInterval() {
    PairedRatio ratio = PairedRatio.of(filled(7, 30), filled(7, 10));

    assertEquals(3.0, ratio.estimate(), 1e-9);
    assertEquals(0.0, ratio.low());
    assertEquals(Double.POSITIVE_INFINITY, ratio.high());
  }

  @Test
  void noPairsSayNothing() {
    PairedRatio nothing = PairedRatio.of(List.of());

    assertEquals(new PairedRatio(1, 0, Double.POSITIVE_INFINITY, 0, 0), nothing);
  }

  @Test
  void aDurationOfZeroOrLessWasNotMeasuredAndDecidesNothing() {
    for (long impossible : new long[] {0, -5, Long.MIN_VALUE / 4}) {
      long[] spoilt = filled(16, 1000);
      spoilt[3] = impossible;
      for (PairedRatio ratio :
          List.of(
              PairedRatio.of(spoilt, filled(16, 1000)), PairedRatio.of(filled(16, 1000), spoilt))) {
        assertEquals(0.0, ratio.low());
        assertEquals(Double.POSITIVE_INFINITY, ratio.high());
        assertEquals(16, ratio.pairs());
      }
    }
  }

  @Test
  void theFlushBelongsToBothSides() {
    Pair pair = new Pair(new Observation(0, 10, 30), new Observation(50, 15, 5));

    PairedRatio ratio = PairedRatio.of(Collections.nCopies(8, pair));

    assertEquals(2.0, ratio.estimate(), 1e-9);
    assertEquals(20, ratio.excessNanos());
  }

  @Test
  void swappingTheSidesInvertsEverything() {
    Random random = new Random(7);
    long[] some = random.longs(21, 1_000, 90_000).toArray();
    long[] other = random.longs(21, 1_000, 90_000).toArray();

    PairedRatio forth = PairedRatio.of(some, other);
    PairedRatio back = PairedRatio.of(other, some);

    assertEquals(1 / forth.estimate(), back.estimate(), 1e-9);
    assertEquals(1 / forth.low(), back.high(), 1e-9);
    assertEquals(1 / forth.high(), back.low(), 1e-9);
    assertEquals(-forth.excessNanos(), back.excessNanos());
  }

  /** The interval's promise itself: about 1 % of intervals miss, whatever the noise's shape. */
  @Test
  void theIntervalCoversTheTruthAsOftenAsItSays() {
    Random random = new Random(1945);
    for (int n : new int[] {8, 16, 32}) {
      int missed = 0;
      for (int run = 0; run < 4000; run++) {
        double[] values = random.doubles(n).map(u -> Math.tan(Math.PI * (u - 0.5))).toArray();
        double[] interval = PairedRatio.interval(values, 0.005);
        if (interval[0] > 0 || interval[1] < 0) {
          missed++;
        }
      }
      assertTrue(missed >= 10 && missed <= 60, n + " pairs: " + missed + " of 4000 missed");
    }
  }

  private static long[] filled(int length, long value) {
    long[] array = new long[length];
    Arrays.fill(array, value);
    return array;
  }
}
