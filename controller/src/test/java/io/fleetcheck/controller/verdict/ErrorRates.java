package io.fleetcheck.controller.verdict;

import io.fleetcheck.playbooks.Thresholds;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * How often the judge errs, by simulation: docs/judging.md has the table that this prints, and the
 * command. The same seed gives the same table. Arguments: how many disks a row, and how many pairs
 * it takes to find a size fine, and slow.
 */
final class ErrorRates {
  static final SimulatedDisk.Rule RULE =
      new SimulatedDisk.Rule(Thresholds.DEFAULT.minPairs(), Thresholds.DEFAULT.minPairs());

  private static final long SEED = 20261130;

  static final List<SimulatedDisk.Noise> NOISES =
      List.of(
          new SimulatedDisk.Noise("quiet", 0.1, 0.01, 1, 1),
          new SimulatedDisk.Noise("usual", 0.25, 0.05, 1, 1),
          new SimulatedDisk.Noise("loud", 0.5, 0.05, 1, 1),
          new SimulatedDisk.Noise("very loud", 0.8, 0.1, 1, 1),
          new SimulatedDisk.Noise("bursts", 0.5, 0.05, 12, 1),
          new SimulatedDisk.Noise("drift", 0.5, 0.05, 1, 2.7));

  static final List<Double> RATIOS = List.of(0.5, 1.0, 1.3, 1.5, 2.0, 2.5, 3.0);

  private ErrorRates() {}

  /**
   * Parts of all simulated disks of one kind.
   *
   * @param seconds that the calls of one disk take, a mean
   */
  record Rates(double slow, double ok, double undecided, double slowByMean, double seconds) {}

  public static void main(String[] arguments) {
    int disks = arguments.length < 1 ? 10_000 : Integer.parseInt(arguments[0]);
    int acquit = arguments.length < 2 ? RULE.acquit() : Integer.parseInt(arguments[1]);
    int convict = arguments.length < 3 ? acquit : Integer.parseInt(arguments[2]);
    print(disks, new SimulatedDisk.Rule(acquit, convict), System.out);
  }

  static void print(int disks, SimulatedDisk.Rule rule, PrintStream out) {
    out.println(
        "| noise | true ratio | slow | ok | inconclusive | slow by a mean of ten | calls |");
    out.println("|---|---|---|---|---|---|---|");
    for (SimulatedDisk.Noise noise : NOISES) {
      for (double ratio : RATIOS) {
        Rates rates = simulate(ratio, noise, disks, rule);
        out.printf(
            Locale.ROOT,
            "| %s | %.1f | %s | %s | %s | %s | %.1f s |%n",
            noise.name(),
            ratio,
            percent(rates.slow()),
            percent(rates.ok()),
            percent(rates.undecided()),
            percent(rates.slowByMean()),
            rates.seconds());
      }
    }
  }

  static Rates simulate(
      double ratio, SimulatedDisk.Noise noise, int disks, SimulatedDisk.Rule rule) {
    Random random = new Random(SEED + noise.name().hashCode() + Math.round(ratio * 1000));
    Thresholds usual = Thresholds.DEFAULT;
    Thresholds thresholds =
        new Thresholds(
            usual.slowRatio(),
            usual.okRatio(),
            usual.fastRatio(),
            usual.slowExcessNanos(),
            usual.feltExcessNanos(),
            usual.quietLow(),
            usual.quietHigh(),
            rule.acquit());
    int slow = 0;
    int ok = 0;
    int slowByMean = 0;
    double seconds = 0;
    for (int i = 0; i < disks; i++) {
      Probe probe = new Probe().untraced();
      SimulatedDisk disk = new SimulatedDisk(ratio, noise, rule, random);
      disk.measure().forEach(probe::series);
      seconds += disk.seconds();
      switch (new Scene().thresholds(thresholds).judge(probe).level()) {
        case AT_RISK, BROKEN -> slow++;
        case OK -> ok++;
        case UNKNOWN -> {}
      }
      if (new SimulatedDisk(ratio, noise, rule, random).isSlowByMeanOfTen()) {
        slowByMean++;
      }
    }
    double all = disks;
    return new Rates(
        slow / all, ok / all, (disks - slow - ok) / all, slowByMean / all, seconds / all);
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * part);
  }
}
