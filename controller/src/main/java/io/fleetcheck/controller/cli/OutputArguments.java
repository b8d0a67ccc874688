package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.Style;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What is shown, and where. */
final class OutputArguments {
  @Option(
      names = "--report",
      paramLabel = "FORMAT[=FILE]",
      description =
          "table, json, ndjson, csv, junit, sarif, prom, md or html; may be repeated. Without =FILE it goes to standard output in place"
              + " of the table.",
      completionCandidates = ReportFormats.Candidates.class)
  private List<String> reports = new ArrayList<>();

  @Option(
      names = {"-v", "--verbose"},
      description = "Tell what happens as it does, and the reasons for every verdict.")
  private boolean verbose;

  @Option(names = "--no-color", description = "No colours; the variable NO_COLOR does the same.")
  private boolean noColour;

  List<String> reports() {
    return reports;
  }

  /** Of what goes to standard output. */
  Style style(Surroundings surroundings) {
    return new Style(surroundings.width(), surroundings.allowsColour() && !noColour, verbose);
  }

  boolean verbose() {
    return verbose;
  }
}
