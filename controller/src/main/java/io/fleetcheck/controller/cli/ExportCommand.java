package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.InventoryExport;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Kept runs for other tools. */
@Command(
    name = "export",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = ExportCommand.AnsibleInventory.class,
    description = {"Makes of a kept run what other tools read.", ""})
final class ExportCommand extends AnyCommand {

  @Override
  public Integer call() throws UsageException {
    throw new UsageException("ansible-inventory?");
  }

  /** Groups of hosts. */
  @Command(
      name = "ansible-inventory",
      sortOptions = false,
      description = {
        "Prints an Ansible inventory in JSON with the run's hosts in groups: by the worst level of"
            + " their disks, by code, by model, and by how they answered.",
        ""
      },
      footer = {
        "",
        "Examples:",
        "  fleetcheck export ansible-inventory latest > verdicts.json",
        "  ansible -i hosts.ini -i verdicts.json fleetcheck_level_broken -m ping",
        "As an executable inventory that is always the newest run's:",
        "  #!/bin/sh",
        "  exec fleetcheck export ansible-inventory latest \"$@\"",
        "",
        "Exit codes: 0 printed; 2 usage error, or there is no such run."
      })
  static final class AnsibleInventory extends AnyCommand {
    private final Surroundings surroundings;

    @Parameters(paramLabel = "RUN", description = RunName.DESCRIPTION)
    private String run = "";

    @Option(
        names = "--list",
        description = "The form that Ansible wants of a script, so that one line makes such.")
    private boolean list;

    @Option(names = "--host", paramLabel = "HOST", description = "Likewise: no variables.")
    private @Nullable String host;

    @ArgGroup(validate = false)
    private StoreArguments store = new StoreArguments();

    AnsibleInventory(Surroundings surroundings) {
      this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws UsageException, StoreException, IOException {
      try (RunStore kept = store.require(surroundings)) {
        AuditResult result = RunName.load(kept, run);
        if (host != null) {
          surroundings.out().println("{}");
        } else if (list) {
          InventoryExport.writeScript(result, surroundings.out());
        } else {
          InventoryExport.writeFile(result, surroundings.out());
        }
        return ExitCode.CLEAN;
      }
    }
  }
}
