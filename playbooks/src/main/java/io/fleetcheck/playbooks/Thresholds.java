package io.fleetcheck.playbooks;

/**
 * The numbers that verdicts turn on.
 *
 * @param slowRatio a size is slow when the interval of zeroing over writing starts here or above
 * @param okRatio a size is fine when the interval ends here or below
 * @param fastRatio zeroing beats writing when 1 MiB's interval ends below this
 * @param slowExcessNanos how much longer zeroing must take, in the median, to matter
 * @param feltExcessNanos how much longer a small preallocated write must take to be felt
 * @param quietLow the interval of writing over writing must not lie wholly below this
 * @param quietHigh nor wholly above this
 * @param minPairs fewer pairs decide nothing
 */
public record Thresholds(
    double slowRatio,
    double okRatio,
    double fastRatio,
    long slowExcessNanos,
    long feltExcessNanos,
    double quietLow,
    double quietHigh,
    int minPairs) {

  public static final Thresholds DEFAULT =
      new Thresholds(1.5, 2.0, 0.8, 500_000, 1_000_000, 0.8, 1.25, 8);
}
