package io.fleetcheck.agent.wire;

import java.util.Arrays;
import java.util.List;

/**
 * How much longer one operation takes than the write it is paired with: the Hodges–Lehmann estimate
 * of the log ratio with the exact 99 % confidence interval of the Wilcoxon signed-rank test, both
 * carried back by exp.
 *
 * <p>The estimate is the median of the Walsh averages, the means of all pairs of log ratios (each
 * with itself too). The interval runs from the (k+1)th smallest to the (k+1)th largest of them, k
 * being the largest number that the signed-rank statistic of so many pairs stays at or below with a
 * chance of at most 0.5 % (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3.3).
 * Outliers move neither much, drift is taken out by the pairing, and nothing is assumed of the
 * noise but that it is alike for both operations.
 *
 * @param estimate of (operation with its flush) / (write with its flush)
 * @param low end of the interval; 0 where 99 % cannot be attained
 * @param high end of the interval; infinite where 99 % cannot be attained: fewer than 8 pairs, or
 *     an observation that took no time or less, which no clock can have measured
 * @param excessNanos median over the pairs of operation minus write; 0 without pairs
 */
public record PairedRatio(double estimate, double low, double high, long excessNanos, int pairs) {

  /** Outside the interval on either side. */
  private static final double TAIL = 0.005;

  /** Of any number of pairs; meant for some hundreds at most, as time grows with the cube. */
  public static PairedRatio of(List<Series.Pair> pairs) {
    long[] operation = pairs.stream().mapToLong(pair -> pair.operation().total()).toArray();
    long[] write = pairs.stream().mapToLong(pair -> pair.write().total()).toArray();
    return of(operation, write);
  }

  /**
   * Of durations in nanoseconds, paired by position; what has no partner is left out.
   *
   * @param operation the numerators
   * @param plain the denominators
   */
  public static PairedRatio of(long[] operation, long[] plain) {
    int pairs = Math.min(operation.length, plain.length);
    double[] logs = new double[pairs];
    double[] excess = new double[pairs];
    boolean measured = pairs > 0;
    for (int i = 0; i < pairs; i++) {
      measured &= operation[i] > 0 && plain[i] > 0;
      logs[i] = Math.log((double) operation[i] / plain[i]);
      excess[i] = (double) operation[i] - plain[i];
    }
    long excessNanos = pairs == 0 ? 0 : Math.round(median(excess));
    if (!measured) {
      return new PairedRatio(1, 0, Double.POSITIVE_INFINITY, excessNanos, pairs);
    }
    double[] interval = interval(logs, TAIL);
    double estimate = median(walshAverages(logs));
    return new PairedRatio(
        Math.exp(estimate), Math.exp(interval[0]), Math.exp(interval[1]), excessNanos, pairs);
  }

  /** The exact interval of the centre of symmetry of values; infinite where not attainable. */
  static double[] interval(double[] values, double tail) {
    int k = criticalValue(values.length, tail);
    if (k < 0) {
      return new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    }
    double[] averages = walshAverages(values);
    return new double[] {averages[k], averages[averages.length - 1 - k]};
  }

  /**
   * The largest k such that the signed-rank statistic of n pairs is at most k with a chance of at
   * most {@code tail}; -1 where even 0 is likelier.
   */
  static int criticalValue(int n, double tail) {
    double[] chances = signedRankChances(n);
    double sum = 0;
    for (int k = 0; k < chances.length; k++) {
      sum += chances[k];
      if (sum > tail) {
        return k - 1;
      }
    }
    return chances.length - 1;
  }

  /** The chance of each value of the statistic: of each sum of a random subset of 1 to n. */
  private static double[] signedRankChances(int n) {
    double[] chances = new double[n * (n + 1) / 2 + 1];
    chances[0] = 1;
    for (int rank = 1; rank <= n; rank++) {
      for (int sum = rank * (rank + 1) / 2; sum >= 0; sum--) {
        double with = sum >= rank ? chances[sum - rank] : 0;
        chances[sum] = (chances[sum] + with) / 2;
      }
    }
    return chances;
  }

  /** Ascending. */
  static double[] walshAverages(double[] values) {
    double[] averages = new double[values.length * (values.length + 1) / 2];
    int next = 0;
    for (int i = 0; i < values.length; i++) {
      for (int j = i; j < values.length; j++) {
        averages[next++] = (values[i] + values[j]) / 2;
      }
    }
    Arrays.sort(averages);
    return averages;
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
