package io.fleetcheck.controller.report;

import static java.util.Objects.requireNonNull;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Told;
import io.fleetcheck.controller.verdict.MountImpact;
import io.fleetcheck.controller.verdict.Ratio;
import io.fleetcheck.controller.verdict.Verdict;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** For people at a terminal: every disk, then the causes, then who and what is missing. */
public final class TableReport implements Report {
  private static final String INDENT = "    ";

  private final Style style;

  public TableReport(Style style) {
    this.style = requireNonNull(style);
  }

  @Override
  public String name() {
    return "table";
  }

  @Override
  public void write(AuditResult result, Writer out) throws IOException {
    List<DiskRow> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (HostResult host : result.hosts()) {
      Told told = host.told();
      rows.addAll(DiskRow.of(host, told));
      notes.addAll(Summary.notes(host.name(), told));
    }
    List<String> lines = new ArrayList<>();
    if (!rows.isEmpty()) {
      lines.addAll(disks(rows));
      lines.add("");
    }
    lines.addAll(new Summary(style, result, rows, notes).lines());
    for (String line : lines) {
      out.write(line);
      out.write('\n');
    }
  }

  private List<String> disks(List<DiskRow> rows) {
    Grid grid =
        new Grid(
            new Grid.Column("HOST", false),
            new Grid.Column("DISK", false),
            new Grid.Column("MODEL AND FIRMWARE", false),
            new Grid.Column("DRIVER", false),
            new Grid.Column("LIMIT", true),
            new Grid.Column("ZEROOUT", true),
            new Grid.Column("WRITE", true),
            new Grid.Column("RATIO (99 %)", true),
            new Grid.Column("VERDICT", false));
    for (DiskRow row : rows) {
      grid.add(
          Text.printable(row.host()),
          Text.printable(row.disk().name()),
          identity(row),
          Text.printable(driver(row)),
          limit(row),
          time(row.verdict().zerooutNanos()),
          time(row.verdict().writeNanos()),
          row.verdict().ratio().map(TableReport::ratio).orElse("-"),
          verdict(row.verdict()));
    }
    if (style.width() > 0 && grid.width() > style.width()) {
      return stacked(rows);
    }
    List<String> table = grid.lines();
    List<String> lines = new ArrayList<>();
    lines.add(style.bold(table.get(0)));
    for (int i = 0; i < rows.size(); i++) {
      lines.add(colourEnd(table.get(i + 1), rows.get(i).verdict()));
      lines.addAll(details(rows.get(i)));
    }
    return lines;
  }

  /** Where the columns do not fit side by side: nothing is cut, every disk takes a few lines. */
  private List<String> stacked(List<DiskRow> rows) {
    List<String> lines = new ArrayList<>();
    for (DiskRow row : rows) {
      Verdict verdict = row.verdict();
      String head = Text.printable(row.host() + " " + row.disk().name());
      lines.add(style.bold(head) + ": " + style.coloured(verdict.level(), verdict(verdict)));
      String facts = identity(row) + ", " + Text.printable(driver(row)) + ", limit " + limit(row);
      lines.addAll(wrap(facts));
      if (verdict.ratio().isPresent()) {
        lines.addAll(
            wrap(
                "zeroing %s, writing %s, ratio %s"
                    .formatted(
                        time(verdict.zerooutNanos()),
                        time(verdict.writeNanos()),
                        ratio(verdict.ratio().get()))));
      }
      lines.addAll(details(row));
    }
    return lines;
  }

  private List<String> details(DiskRow row) {
    List<String> lines = new ArrayList<>();
    if (style.verbose()) {
      Verdict verdict = row.verdict();
      lines.addAll(wrap(Text.printable(verdict.sentence())));
      if (!verdict.also().isEmpty()) {
        lines.addAll(wrap("also: " + String.join(", ", verdict.also())));
      }
      for (MountImpact mount : verdict.mounts()) {
        String text = "%s (%s): %s".formatted(mount.path(), mount.fileSystem(), impact(mount));
        lines.addAll(wrap(Text.printable(text)));
      }
      verdict.evidence().forEach(sentence -> lines.addAll(wrap(Text.printable(sentence))));
    }
    return lines;
  }

  private List<String> wrap(String text) {
    return Text.wrap(text, style.width(), INDENT, INDENT + "  ");
  }

  private String colourEnd(String line, Verdict verdict) {
    String cell = verdict(verdict);
    String start = line.substring(0, line.length() - cell.length());
    return start + style.coloured(verdict.level(), cell);
  }

  private static String verdict(Verdict verdict) {
    String text = Style.word(verdict.level()) + " " + verdict.code();
    // Level and code of a healthy disk are the same word.
    String once = verdict.level().text().equals(verdict.code()) ? verdict.code() : text;
    return verdict.waiver().isPresent() ? once + " (waived)" : once;
  }

  /** Vendor, model and revision; what the kernel does not tell is shown as such. */
  static String identity(DiskRow row) {
    List<String> parts = new ArrayList<>();
    for (var part : List.of(row.vendor(), row.model(), row.revision())) {
      part.toOptional().filter(text -> !text.isEmpty()).ifPresent(parts::add);
    }
    return parts.isEmpty() ? "-" : Text.printable(String.join(" ", parts));
  }

  static String driver(DiskRow row) {
    return row.driver().fold(name -> name, path -> "-", (path, errno) -> "(" + errno + ")");
  }

  private static String limit(DiskRow row) {
    return row.hctl().isEmpty() ? "-" : DiskRow.text(row.maxWriteSameBlocks());
  }

  private static String time(OptionalLong nanos) {
    return nanos.isPresent() ? Text.millis(nanos.getAsLong()) : "-";
  }

  private static String ratio(Ratio ratio) {
    return "%s (%s-%s)"
        .formatted(Text.ratio(ratio.estimate()), Text.ratio(ratio.low()), Text.ratio(ratio.high()));
  }

  private static String impact(MountImpact mount) {
    return switch (mount.impact()) {
      case FELT -> "felt: small preallocated writes stall here";
      case EXT4_PATH -> "ext4 can stall here; not exercised";
      case LAZYINIT_ONLY -> "only ext4's lazy initialisation and resize zero blocks here";
      case BULK_ONLY -> "only bulk zeroing (mkfs, blkdiscard -z, images) is slow here";
      case NONE -> "not affected";
    };
  }
}
