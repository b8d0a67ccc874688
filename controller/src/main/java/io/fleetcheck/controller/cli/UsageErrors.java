package io.fleetcheck.controller.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;

/** A line for each thing that is wrong with a command line, and where help is. */
final class UsageErrors {
  private UsageErrors() {}

  static int print(PrintWriter err, CommandLine.ParameterException e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    if (e instanceof CommandLine.UnmatchedArgumentException unmatched) {
      List<String> near = unmatched.getSuggestions();
      message += near.isEmpty() ? "" : "; did you mean " + near.get(0) + "?";
    }
    return print(err, e.getCommandLine().getCommandSpec().qualifiedName(), List.of(message));
  }

  static int print(PrintWriter err, String command, List<String> lines) {
    lines.forEach(line -> err.println(command + ": " + line));
    err.println("Help: " + command + " --help");
    return ExitCode.USAGE;
  }
}
