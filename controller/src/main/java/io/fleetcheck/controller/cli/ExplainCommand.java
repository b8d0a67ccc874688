package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.ExplainPages;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the page of a verdict's code. */
@Command(
    name = "explain",
    description = {
      "Explains a verdict's code: the rule, where its facts come from, and the remedy.",
      ""
    })
final class ExplainCommand extends AnyCommand {
  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "CODE",
      arity = "1",
      description = "A code as reports show it, such as slow_write_same; list shows all.")
  private String code = "";

  ExplainCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, UsageException {
    String name = code.equals("list") ? "index" : code.toLowerCase(Locale.ROOT);
    Optional<String> page = ExplainPages.find(name);
    if (page.isEmpty()) {
      throw new UsageException(
          List.of("no code is named %s; fleetcheck explain list shows all".formatted(code)));
    }
    surroundings.out().print(page.get());
    return ExitCode.CLEAN;
  }
}
