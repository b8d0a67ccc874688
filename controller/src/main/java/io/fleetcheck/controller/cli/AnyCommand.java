package io.fleetcheck.controller.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** What every command has. Its result is an {@link ExitCode}. */
abstract class AnyCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli acts on it.
  private boolean help;
}
