package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.Text;
import io.fleetcheck.controller.run.Examination.Examined;
import io.fleetcheck.controller.run.Examination.Step;
import io.fleetcheck.controller.run.Finding;
import io.fleetcheck.controller.run.Finding.Grade;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What was found on one host, a line for each step.
 *
 * @param now when it was looked at, to hold the host's clock against
 */
record ExaminedTable(boolean colour, Instant now) {
  private static final int MOST_SECONDS_OFF = 30;

  List<String> lines(Examined host) {
    List<String> lines = new ArrayList<>();
    lines.add(Text.printable(host.host()) + (host.isFine() ? ": fine" : ": NOT fine"));
    for (Step step : host.steps()) {
      Finding finding = clock(step.finding());
      String took =
          step.took()
              .map(time -> "%d.%03d s".formatted(time.toMillis() / 1000, time.toMillis() % 1000))
              .orElse("");
      String line =
          "  %-14s  %9s  %s  %s"
              .formatted(
                  finding.what(), took, word(finding.grade()), Text.printable(finding.found()));
      lines.add(line.stripTrailing());
      if (!finding.remedy().isEmpty()) {
        lines.add(" ".repeat(35) + "do: " + Text.printable(finding.remedy()));
      }
    }
    lines.add("");
    return lines;
  }

  /** The host tells its clock in seconds; here and there are not the same instant. */
  private Finding clock(Finding finding) {
    if (!finding.what().equals("clock") || !finding.found().matches("\\d{1,12}")) {
      return finding;
    }
    long off = Long.parseLong(finding.found()) - now.getEpochSecond();
    if (Math.abs(off) <= MOST_SECONDS_OFF) {
      return new Finding("clock", Grade.OK, "as here", "");
    }
    return new Finding(
        "clock",
        Grade.NOTE,
        Math.abs(off) + " s " + (off > 0 ? "ahead" : "behind") + "; an audit does without it",
        "set it: timedatectl set-ntp true");
  }

  private String word(Grade grade) {
    String start =
        switch (grade) {
          case OK -> "\u001b[32m";
          case NOTE -> "\u001b[33m";
          case WRONG -> "\u001b[1;31m";
        };
    String word =
        switch (grade) {
          case OK -> "ok  ";
          case NOTE -> "note";
          case WRONG -> "NO  ";
        };
    return colour ? start + word + "\u001b[0m" : word;
  }
}
