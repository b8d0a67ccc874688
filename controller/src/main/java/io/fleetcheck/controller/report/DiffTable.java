package io.fleetcheck.controller.report;

import io.fleetcheck.controller.run.KeptDisk;
import io.fleetcheck.controller.run.RunDiff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What changed from one run to another, a line for each disk that is or was a finding. */
public final class DiffTable {
  private static final String NOTHING = "-";

  private DiffTable() {}

  public static List<String> lines(RunDiff diff) {
    List<String> lines = new ArrayList<>();
    lines.add("%s -> %s".formatted(diff.before(), diff.after()));
    Grid grid =
        new Grid(
            new Grid.Column("change", false),
            new Grid.Column("host", false),
            new Grid.Column("disk", false),
            new Grid.Column("id", false),
            new Grid.Column("model", false),
            new Grid.Column("before", false),
            new Grid.Column("after", false));
    int shown = 0;
    for (RunDiff.Change change : diff.changes()) {
      if (change.kind() != RunDiff.Kind.FINE) {
        KeptDisk disk = change.disk();
        grid.add(
            change.kind().text(),
            Text.printable(disk.host()),
            Text.printable(disk.name()),
            Text.printable(disk.id().text()),
            Text.printable(disk.label().product()),
            verdict(change.was()),
            verdict(change.is()));
        shown++;
      }
    }
    if (shown > 0) {
      lines.add("");
      lines.addAll(grid.lines());
      lines.add("");
    }
    lines.add(summary(diff.counts()));
    if (diff.incomparable() > 0) {
      lines.add(
          Text.count(diff.incomparable(), "disk")
              + " could not be compared: without WWID and serial number, their names are good for one run only");
    }
    return lines;
  }

  /** Of every kind that there is, in its order. */
  private static String summary(Map<RunDiff.Kind, Long> counts) {
    String text =
        counts.entrySet().stream()
            .filter(entry -> entry.getValue() > 0 && entry.getKey() != RunDiff.Kind.FINE)
            .map(entry -> entry.getValue() + " " + entry.getKey().text())
            .collect(Collectors.joining(", "));
    String fine = Text.count(counts.getOrDefault(RunDiff.Kind.FINE, 0L), "disk");
    return text.isEmpty()
        ? "no findings in either run; " + fine + " compared"
        : text + "; " + fine + " without a finding in either";
  }

  private static String verdict(Optional<KeptDisk> disk) {
    return disk.map(
            kept ->
                Style.word(kept.level())
                    + " "
                    + kept.code()
                    + (kept.ratio().isPresent()
                        ? " " + Text.ratio(kept.ratio().getAsDouble()) + "x"
                        : "")
                    + (kept.waived() ? " (waived)" : ""))
        .orElse(NOTHING);
  }
}
