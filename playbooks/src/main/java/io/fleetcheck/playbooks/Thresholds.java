package io.fleetcheck.playbooks;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  private static final Pattern TEXT =
      Pattern.compile(
          "Thresholds\\[slowRatio=(.+), okRatio=(.+), fastRatio=(.+), slowExcessNanos=(.+),"
              + " feltExcessNanos=(.+), quietLow=(.+), quietHigh=(.+), minPairs=(.+)]");

  /** What {@link #toString} made of thresholds, as kept runs have it; empty for another text. */
  public static Optional<Thresholds> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Thresholds(
              Double.parseDouble(parts.group(1)),
              Double.parseDouble(parts.group(2)),
              Double.parseDouble(parts.group(3)),
              Long.parseLong(parts.group(4)),
              Long.parseLong(parts.group(5)),
              Double.parseDouble(parts.group(6)),
              Double.parseDouble(parts.group(7)),
              Integer.parseInt(parts.group(8))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
