package io.fleetcheck.controller.verdict;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Disks that are alike and have the same verdict: most likely one cause.
 *
 * @param disks how many; a LUN that several hosts see is one
 * @param hosts that have such disks, in the order of the run
 * @param ratio the median of their ratios of zeroing over writing; empty where none was measured
 */
public record Cause(
    DiskLabel label,
    Level level,
    String code,
    int disks,
    List<String> hosts,
    OptionalDouble ratio) {
  public Cause {
    hosts = List.copyOf(hosts);
  }

  /** Such as "12 disks, SEAGATE ST973451SS 0006 on mpt3sas: BROKEN, zeroing 2.58x slower". */
  public String sentence() {
    String driver = label.driver().isEmpty() ? "" : " on " + label.driver();
    String what =
        code.equals(Code.SLOW_WRITE_SAME.text()) && ratio.isPresent()
            ? "zeroing " + Figures.ratio(ratio.getAsDouble()) + "x slower"
            : code;
    return Figures.count(disks, "disk", "disks")
        + ", "
        + label.product()
        + driver
        + ": "
        + level.text().toUpperCase(Locale.ROOT)
        + ", "
        + what;
  }
}
