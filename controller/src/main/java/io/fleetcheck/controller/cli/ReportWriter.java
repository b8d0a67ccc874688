package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.NdjsonReport;
import io.fleetcheck.controller.report.Past;
import io.fleetcheck.controller.report.Report;
import io.fleetcheck.controller.report.Style;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.RunListener;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Brings reports to where {@code --report} wants them. */
final class ReportWriter {
  private final Surroundings surroundings;
  private final List<ReportTarget> targets;
  private final Style style;

  /**
   * @param style of what goes to standard output
   */
  ReportWriter(Surroundings surroundings, List<ReportTarget> targets, Style style) {
    this.surroundings = surroundings;
    this.targets = List.copyOf(targets);
    this.style = style;
  }

  /** What writes to standard output while the run goes on. */
  Optional<RunListener> stream() {
    return onOutput().equals(ReportFormats.NDJSON)
        ? Optional.of(new NdjsonStream(surroundings.out()))
        : Optional.empty();
  }

  /** Those of a run that is over, with nothing written of it yet. */
  boolean writeAll(AuditResult result, RunStore store) {
    stream().ifPresent(stream -> result.hosts().forEach(stream::hostFinished));
    return write(result, Optional.of(store));
  }

  /**
   * Writes them all; what fails is told on standard error and does not keep the others back.
   *
   * @param store where the disks' past is looked for
   * @return whether all files were written; of standard output {@link Main} makes sure
   */
  boolean write(AuditResult result, Optional<RunStore> store) {
    boolean written = true;
    Past past = past(result, store);
    for (ReportTarget target : targets) {
      if (target.file().isPresent()) {
        written &= write(result, report(target.format(), Style.PLAIN, past), target.file().get());
      }
    }
    try {
      if (onOutput().equals(ReportFormats.NDJSON)) {
        new NdjsonReport().writeEnd(result, surroundings.out());
      } else {
        report(onOutput(), style, past).write(result, surroundings.out());
      }
    } catch (IOException e) {
      throw new IllegalStateException("a PrintWriter throws none", e);
    }
    past.problem().ifPresent(this::withoutPast);
    return written;
  }

  /** What is kept of the disks, for the one format that shows it. */
  private Past past(AuditResult result, Optional<RunStore> store) {
    boolean wanted =
        targets.stream().anyMatch(target -> target.format().equals(ReportFormats.HTML));
    if (!wanted || store.isEmpty()) {
      return Past.NONE;
    }
    try {
      return Past.of(store.get(), result);
    } catch (StoreException e) {
      withoutPast(e.line());
      return Past.NONE;
    }
  }

  /** The report is worth having without it. */
  private void withoutPast(String why) {
    surroundings.err().println("fleetcheck: the html report does not show all of the past: " + why);
  }

  private boolean write(AuditResult result, Report report, Path file) {
    try {
      ReportFiles.write(report, result, file);
      return true;
    } catch (IOException e) {
      complain(report, file, why(e));
    } catch (RuntimeException bug) {
      // What hosts took hours to tell must not be lost by it: the other reports go on.
      complain(report, file, "internal error: " + bug);
    }
    return false;
  }

  private static String why(IOException e) {
    return e instanceof FileSystemException failed && failed.getReason() != null
        ? failed.getReason()
        : String.valueOf(e.getMessage());
  }

  private void complain(Report report, Path file, String why) {
    surroundings
        .err()
        .printf(
            "fleetcheck: the %s report could not be written to %s: %s%n", report.name(), file, why);
  }

  /** The format that goes to standard output; the table where none is asked for. */
  String onOutput() {
    return targets.stream()
        .filter(target -> target.file().isEmpty())
        .map(ReportTarget::format)
        .findFirst()
        .orElse(ReportFormats.TABLE);
  }

  private static Report report(String format, Style style, Past past) {
    return ReportFormats.of(format, style, past).orElseThrow();
  }
}
