package io.fleetcheck.controller.report;

import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.verdict.MountImpact;
import io.fleetcheck.controller.verdict.Verdict;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * A row for each disk, and one for each host without any, so that no host is missing; RFC 4180.
 *
 * <p>What came from a host is made harmless: a spreadsheet takes a cell that begins with one of
 * {@code =+-@} for a formula, so such a cell gets an apostrophe in front.
 */
public final class CsvReport implements Report {
  private static final String[] HOST = {"run", "host", "outcome", "stage", "detail"};

  private static final String[] DISK = {
    "id",
    "name",
    "hctl",
    "vendor",
    "model",
    "revision",
    "driver",
    "max_write_same_blocks",
    "zeroout_ms",
    "write_ms",
    "ratio",
    "ratio_low",
    "ratio_high",
    "pairs",
    "level",
    "code",
    "also",
    "waived_until",
    "mounts",
    "sentence"
  };

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public void write(AuditResult result, Writer out) throws IOException {
    row(out, concat(HOST, DISK));
    for (HostResult host : result.hosts()) {
      String[] about = {
        result.id(),
        host.name(),
        host.outcome().text(),
        host.outcome().at().map(Stage::text).orElse(""),
        host.outcome().detail()
      };
      List<DiskRow> disks = DiskRow.of(host);
      if (disks.isEmpty()) {
        row(out, concat(about, Collections.nCopies(DISK.length, "").toArray(String[]::new)));
      }
      for (DiskRow disk : disks) {
        row(out, concat(about, cells(disk)));
      }
    }
  }

  private static String[] cells(DiskRow row) {
    Verdict verdict = row.verdict();
    return new String[] {
      row.disk().id().text(),
      row.disk().name(),
      row.hctl().orElse(""),
      known(row.vendor()),
      known(row.model()),
      known(row.revision()),
      known(row.driver()),
      // In brackets why there is none: an empty cell would look like a disk outside SCSI.
      row.hctl().isPresent() ? DiskRow.text(row.maxWriteSameBlocks()) : "",
      millis(verdict.zerooutNanos()),
      millis(verdict.writeNanos()),
      verdict.ratio().map(ratio -> number(ratio.estimate())).orElse(""),
      verdict.ratio().map(ratio -> number(ratio.low())).orElse(""),
      verdict.ratio().map(ratio -> number(ratio.high())).orElse(""),
      verdict.ratio().map(ratio -> String.valueOf(ratio.pairs())).orElse(""),
      verdict.level().text(),
      verdict.code(),
      String.join(" ", verdict.also()),
      verdict.waiver().map(waiver -> waiver.expires().toString()).orElse(""),
      verdict.mounts().stream().map(CsvReport::mount).collect(Collectors.joining(" ")),
      verdict.sentence()
    };
  }

  private static String mount(MountImpact mount) {
    return mount.path() + "=" + mount.impact().text();
  }

  private static String known(Reading<String> reading) {
    return Optional.of(reading).flatMap(Reading::toOptional).orElse("");
  }

  private static String millis(OptionalLong nanos) {
    return nanos.isPresent() ? String.format(Locale.ROOT, "%.6f", nanos.getAsLong() / 1e6) : "";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private static String[] concat(String[] one, String[] other) {
    String[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private static void row(Writer out, String[] cells) throws IOException {
    out.write(Arrays.stream(cells).map(CsvReport::cell).collect(Collectors.joining(",")));
    out.write("\r\n");
  }

  private static String cell(String text) {
    String shown = Text.printable(text);
    if (!shown.isEmpty() && "=+-@".indexOf(shown.charAt(0)) >= 0) {
      shown = "'" + shown;
    }
    return shown.matches("[^\",]*") ? shown : '"' + shown.replace("\"", "\"\"") + '"';
  }
}
