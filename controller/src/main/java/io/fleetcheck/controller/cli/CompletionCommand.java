package io.fleetcheck.controller.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Teaches a shell the words of this program. */
@Command(
    name = "completion",
    description = {"Prints a script by which bash or zsh completes fleetcheck's words.", ""},
    footer = {
      "",
      "For this shell, and in ~/.bashrc or ~/.zshrc for all:",
      "  source <(fleetcheck completion)"
    })
final class CompletionCommand extends AnyCommand {
  private final Surroundings surroundings;

  @Spec private @Nullable CommandSpec spec;

  CompletionCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    CommandSpec root = Objects.requireNonNull(spec).root();
    surroundings.out().print(AutoComplete.bash("fleetcheck", root.commandLine()));
    return ExitCode.CLEAN;
  }
}
