package io.fleetcheck.controller.report;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.verdict.Cause;
import io.fleetcheck.controller.verdict.Level;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** GitHub's Markdown, to be pasted into a ticket: what is wrong, where, and what nobody knows. */
public final class MarkdownReport implements Report {

  @Override
  public String name() {
    return "md";
  }

  @Override
  public void write(AuditResult result, Writer out) throws IOException {
    Counts counts = Counts.of(result);
    List<DiskRow> rows =
        result.hosts().stream().flatMap(host -> DiskRow.of(host).stream()).toList();
    out.write("# fleetcheck, run " + plain(result.id()) + "\n\n");
    out.write(
        "%s of %s answered. %s: **%d broken, %d at risk, %d unknown**, %d ok.%s\n"
            .formatted(
                counts.answered(),
                Text.count(counts.hosts(), "host"),
                Text.count(counts.disks(), "disk"),
                level(counts, Level.BROKEN),
                level(counts, Level.AT_RISK),
                level(counts, Level.UNKNOWN),
                level(counts, Level.OK),
                result.aborted() ? " The run was aborted." : ""));
    causes(rows, out);
    findings(rows, out);
    unknown(rows, out);
    missing(result, out);
  }

  private static long level(Counts counts, Level level) {
    return counts.levels().getOrDefault(level, 0L);
  }

  private static void causes(List<DiskRow> rows, Writer out) throws IOException {
    List<Cause> causes =
        DiskRow.causes(rows).stream().filter(cause -> cause.level() != Level.UNKNOWN).toList();
    if (causes.isEmpty()) {
      return;
    }
    out.write("\n## Causes\n\n");
    for (Cause cause : causes) {
      out.write("- " + plain(cause.sentence()) + "\n");
    }
  }

  private static void findings(List<DiskRow> rows, Writer out) throws IOException {
    List<DiskRow> found =
        rows.stream()
            .filter(
                row ->
                    row.verdict().level() == Level.BROKEN || row.verdict().level() == Level.AT_RISK)
            .toList();
    if (found.isEmpty()) {
      return;
    }
    out.write("\n## Findings\n\n");
    out.write("| Host | Disk | Id | Zeroing | Writing | Ratio | Verdict |\n");
    out.write("|---|---|---|---:|---:|---:|---|\n");
    for (DiskRow row : found) {
      out.write(
          "| %s | %s | %s | %s | %s | %s | %s |\n"
              .formatted(
                  plain(row.host()),
                  plain(row.disk().name()),
                  plain(row.disk().id().text()),
                  millis(row.verdict().zerooutNanos()),
                  millis(row.verdict().writeNanos()),
                  row.verdict().ratio().map(ratio -> Text.ratio(ratio.estimate())).orElse(""),
                  verdict(row)));
    }
  }

  private static String verdict(DiskRow row) {
    String waived =
        row.verdict()
            .waiver()
            .map(
                waiver ->
                    ", waived until %s: %s".formatted(waiver.expires(), plain(waiver.reason())))
            .orElse("");
    return "**"
        + row.verdict().level().text().replace('_', ' ').toUpperCase(Locale.ROOT)
        + "** `"
        + row.verdict().code()
        + "`"
        + waived;
  }

  private static void unknown(List<DiskRow> rows, Writer out) throws IOException {
    List<DiskRow> unknown =
        rows.stream().filter(row -> row.verdict().level() == Level.UNKNOWN).toList();
    if (unknown.isEmpty()) {
      return;
    }
    out.write("\n## Unknown\n\n");
    for (DiskRow row : unknown) {
      out.write(
          "- %s %s, `%s`: %s\n"
              .formatted(
                  plain(row.host()),
                  plain(row.disk().name()),
                  row.verdict().code(),
                  plain(row.verdict().sentence())));
    }
  }

  private static void missing(AuditResult result, Writer out) throws IOException {
    List<HostResult> missing =
        result.hosts().stream()
            .filter(host -> !(host.outcome() instanceof HostOutcome.Answered))
            .toList();
    if (missing.isEmpty()) {
      return;
    }
    out.write("\n## Hosts that did not answer\n\n");
    for (HostResult host : missing) {
      String stage = host.outcome().at().map(at -> " at " + at.text()).orElse("");
      out.write(
          "- %s: %s%s: %s\n"
              .formatted(
                  plain(host.name()),
                  host.outcome().text().replace('_', ' '),
                  stage,
                  plain(host.outcome().detail())));
    }
  }

  private static String millis(OptionalLong nanos) {
    return nanos.isPresent() ? Text.millis(nanos.getAsLong()) : "";
  }

  /** What came from a host is text, whatever Markdown or HTML would make of it. */
  private static String plain(String text) {
    return Text.printable(text).replaceAll("([\\\\`*_{}\\[\\]<>#|&~])", "\\\\$1");
  }
}
