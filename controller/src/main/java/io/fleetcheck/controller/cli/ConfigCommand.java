package io.fleetcheck.controller.cli;

import io.fleetcheck.playbooks.Config;
import io.fleetcheck.playbooks.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tells what is configured, and where. */
@Command(
    name = "config",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = ConfigCommand.Show.class,
    description = {
      "Tells about settings. They come from, the first that has one: the command line; the"
          + " environment; fleetcheck.yml in the working directory; fleetcheck/fleetcheck.yml in"
          + " $$XDG_CONFIG_HOME or ~/.config; the default.",
      ""
    })
final class ConfigCommand extends AnyCommand {

  @Override
  public Integer call() throws UsageException {
    throw new UsageException("show?");
  }

  /** Prints every setting. */
  @Command(
      name = "show",
      description = {"Prints every setting as a fleetcheck.yml would have it.", ""},
      footer = {"", "Exit codes: 0 printed; 2 a file or variable is wrong."})
  static final class Show extends AnyCommand {
    private final Surroundings surroundings;

    @Option(names = "--origin", description = "Say behind each where it comes from.")
    private boolean origin;

    Show(Surroundings surroundings) {
      this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws UsageException {
      Config config = Configured.of(surroundings);
      String mapping = "";
      for (Setting setting : Setting.values()) {
        int dot = setting.key().indexOf('.');
        String inner = dot < 0 ? "" : setting.key().substring(0, dot);
        if (!inner.equals(mapping)) {
          surroundings.out().println(inner + ":");
          mapping = inner;
        }
        Config.Value value = config.value(setting);
        String line =
            (inner.isEmpty() ? "" : "  ")
                + setting.key().substring(dot + 1)
                + ": "
                + (value.text().isEmpty() ? "\"\"" : value.text());
        surroundings.out().println(origin ? "%-28s # %s".formatted(line, value.origin()) : line);
      }
      return ExitCode.CLEAN;
    }
  }
}
