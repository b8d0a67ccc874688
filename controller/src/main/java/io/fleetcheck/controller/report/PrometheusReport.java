package io.fleetcheck.controller.report;

import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.verdict.Level;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Prometheus' text format, for node_exporter's textfile collector
 * (prometheus.io/docs/instrumenting/exposition_formats). Disks are labelled by their WWID, or by
 * what else names them, and by the host that was asked: names such as sda would move.
 */
public final class PrometheusReport implements Report {

  @Override
  public String name() {
    return "prom";
  }

  @Override
  public void write(AuditResult result, Writer out) throws IOException {
    List<DiskRow> disks =
        result.hosts().stream().flatMap(host -> DiskRow.of(host).stream()).toList();
    family(out, "fleetcheck_run_timestamp_seconds", "When the run ended, since the epoch.");
    sample(
        out,
        "fleetcheck_run_timestamp_seconds",
        Map.of(),
        String.valueOf(result.finished().getEpochSecond()));
    family(out, "fleetcheck_hosts", "Hosts of the run, by how they answered.");
    for (Map.Entry<String, Long> outcome : Counts.of(result).outcomes().entrySet()) {
      sample(
          out,
          "fleetcheck_hosts",
          Map.of("outcome", outcome.getKey()),
          String.valueOf(outcome.getValue()));
    }
    levels(out, disks);
    measured(
        out,
        "fleetcheck_disk_zeroout_seconds",
        "Median of zeroing with flush, of the size that decided.",
        disks,
        row -> row.verdict().zerooutNanos().stream().mapToObj(PrometheusReport::seconds).toList());
    measured(
        out,
        "fleetcheck_disk_write_seconds",
        "Median of writing zeros with flush, of the same size.",
        disks,
        row -> row.verdict().writeNanos().stream().mapToObj(PrometheusReport::seconds).toList());
    measured(
        out,
        "fleetcheck_disk_ratio",
        "Zeroing over writing, both with their flush.",
        disks,
        row ->
            row.verdict().ratio().stream()
                .map(ratio -> String.format(Locale.ROOT, "%.4f", ratio.estimate()))
                .toList());
  }

  /** One sample for each level, of which one is 1: a level is no number to be averaged. */
  private static void levels(Writer out, List<DiskRow> disks) throws IOException {
    family(out, "fleetcheck_disk_level", "1 for the level of the disk, 0 for the others.");
    for (DiskRow row : disks) {
      for (Level level : Level.values()) {
        Map<String, String> labels = labels(row);
        labels.put("code", row.verdict().code());
        labels.put("waived", String.valueOf(row.verdict().waiver().isPresent()));
        labels.put("level", level.text());
        sample(out, "fleetcheck_disk_level", labels, row.verdict().level() == level ? "1" : "0");
      }
    }
  }

  @FunctionalInterface
  private interface Values {
    /** At most one. */
    List<String> of(DiskRow row);
  }

  private static void measured(
      Writer out, String name, String help, List<DiskRow> disks, Values values) throws IOException {
    List<DiskRow> known = disks.stream().filter(row -> !values.of(row).isEmpty()).toList();
    if (!known.isEmpty()) {
      family(out, name, help);
    }
    for (DiskRow row : known) {
      sample(out, name, labels(row), values.of(row).get(0));
    }
  }

  private static Map<String, String> labels(DiskRow row) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("host", row.host());
    labels.put("disk", row.disk().id().text());
    labels.put("vendor", known(row.vendor()));
    labels.put("model", known(row.model()));
    labels.put("revision", known(row.revision()));
    labels.put("driver", known(row.driver()));
    return labels;
  }

  private static String known(Reading<String> reading) {
    return reading.toOptional().orElse("");
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.9f", nanos / 1e9);
  }

  private static void family(Writer out, String name, String help) throws IOException {
    out.write("# HELP " + name + " " + help + "\n# TYPE " + name + " gauge\n");
  }

  private static void sample(Writer out, String name, Map<String, String> labels, String value)
      throws IOException {
    List<String> pairs = new ArrayList<>();
    labels.forEach((label, text) -> pairs.add(label + "=\"" + escaped(text) + "\""));
    out.write(
        name
            + (pairs.isEmpty() ? "" : pairs.stream().collect(Collectors.joining(",", "{", "}")))
            + " "
            + value
            + "\n");
  }

  private static String escaped(String text) {
    return Text.printable(text).replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
