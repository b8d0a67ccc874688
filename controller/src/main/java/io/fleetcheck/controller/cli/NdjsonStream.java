package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.NdjsonReport;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RunListener;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** Writes a host's lines as soon as it has finished, so that a pipe can go on with them. */
final class NdjsonStream implements RunListener {
  private final NdjsonReport report = new NdjsonReport();
  private final PrintWriter out;

  NdjsonStream(PrintWriter out) {
    this.out = out;
  }

  @Override
  public synchronized void hostFinished(HostResult result) {
    try {
      report.write(result, out);
      out.flush();
    } catch (IOException e) {
      // A PrintWriter keeps its errors until it is asked, which Main does.
      throw new UncheckedIOException(e);
    }
  }
}
