package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.JsonReport;
import io.fleetcheck.controller.report.NdjsonReport;
import io.fleetcheck.controller.report.Report;
import io.fleetcheck.controller.report.Style;
import io.fleetcheck.controller.report.TableReport;
import java.util.List;
import java.util.Optional;

/** What {@code --report} knows. */
final class ReportFormats {
  static final String TABLE = "table";
  static final String NDJSON = "ndjson";
  static final List<String> NAMES = List.of(TABLE, "json", NDJSON);

  private ReportFormats() {}

  /**
   * @param style for people's formats
   */
  static Optional<Report> of(String name, Style style) {
    return switch (name) {
      case TABLE -> Optional.of(new TableReport(style));
      case "json" -> Optional.of(new JsonReport());
      case NDJSON -> Optional.of(new NdjsonReport());
      default -> Optional.empty();
    };
  }
}
