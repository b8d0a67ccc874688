package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.CsvReport;
import io.fleetcheck.controller.report.HtmlReport;
import io.fleetcheck.controller.report.JsonReport;
import io.fleetcheck.controller.report.JunitReport;
import io.fleetcheck.controller.report.MarkdownReport;
import io.fleetcheck.controller.report.NdjsonReport;
import io.fleetcheck.controller.report.Past;
import io.fleetcheck.controller.report.PrometheusReport;
import io.fleetcheck.controller.report.Report;
import io.fleetcheck.controller.report.SarifReport;
import io.fleetcheck.controller.report.Style;
import io.fleetcheck.controller.report.TableReport;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** What {@code --report} knows. */
final class ReportFormats {
  static final String TABLE = "table";
  static final String NDJSON = "ndjson";
  static final String HTML = "html";
  static final List<String> NAMES =
      List.of(TABLE, "json", NDJSON, "csv", "junit", "sarif", "prom", "md", HTML);

  private ReportFormats() {}

  /** What a shell completes. */
  static final class Candidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return NAMES.iterator();
    }
  }

  /**
   * @param style for people's formats
   * @param past for those that show one
   */
  static Optional<Report> of(String name, Style style, Past past) {
    return switch (name) {
      case TABLE -> Optional.of(new TableReport(style));
      case "json" -> Optional.of(new JsonReport());
      case NDJSON -> Optional.of(new NdjsonReport());
      case "csv" -> Optional.of(new CsvReport());
      case "junit" -> Optional.of(new JunitReport());
      case "sarif" -> Optional.of(new SarifReport());
      case "prom" -> Optional.of(new PrometheusReport());
      case "md" -> Optional.of(new MarkdownReport());
      case HTML -> Optional.of(new HtmlReport(past));
      default -> Optional.empty();
    };
  }
}
