package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.BugReport;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells kernel developers of one disk. */
@Command(
    name = "bugreport",
    sortOptions = false,
    description = {
      "Prints the mail that the linux-scsi list wants about one disk of a kept run: hardware, limits,"
          + " measurements, the kernel's command times, how to see it without fleetcheck. Without"
          + " --serials nothing in it names the very disk or its host.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  fleetcheck bugreport latest web1:sda",
      "  fleetcheck bugreport latest naa.5000c50001234567 --serials > mail.txt",
      "",
      "Exit codes: 0 printed; 2 usage error, or there is no such run or disk."
    })
final class BugreportCommand extends AnyCommand {
  private final Surroundings surroundings;

  @Parameters(index = "0", paramLabel = "RUN", description = RunName.DESCRIPTION)
  private String run = "";

  @Parameters(
      index = "1",
      paramLabel = "DISK",
      description = "A disk: its id as reports show it, or HOST:NAME such as web1:sda.")
  private String disk = "";

  @Option(names = "--serials", description = "Show serial numbers, names and the host.")
  private boolean serials;

  @ArgGroup(validate = false)
  private StoreArguments store = new StoreArguments();

  BugreportCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws UsageException, StoreException, IOException {
    try (RunStore kept = store.require(surroundings)) {
      AuditResult result = RunName.load(kept, run);
      List<String> meant = BugReport.find(result, disk);
      if (meant.isEmpty()) {
        throw new UsageException(
            "%s: run %s has no such disk; fleetcheck show lists them".formatted(disk, result.id()));
      }
      // A LUN that several hosts see: any of them tells of the same disk.
      BugReport.write(result, meant.get(0), serials, surroundings.out());
      return ExitCode.CLEAN;
    }
  }
}
