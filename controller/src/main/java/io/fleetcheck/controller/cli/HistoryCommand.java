package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.HistoryTable;
import io.fleetcheck.controller.run.KeptDisk;
import io.fleetcheck.controller.run.KeptHost;
import io.fleetcheck.controller.run.KeptRun;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists what is kept. */
@Command(
    name = "history",
    sortOptions = false,
    description = {"Lists the runs that are kept, or one host or disk over them.", ""},
    footer = {
      "",
      "Examples:",
      "  fleetcheck history                                every run",
      "  fleetcheck history --host web1                    what came of web1, run by run",
      "  fleetcheck history --disk naa.5000c50001234567    a disk's verdicts, on whatever host",
      "",
      "Exit codes: 0 something is listed; 2 usage error, or nothing of that name is kept."
    })
final class HistoryCommand extends AnyCommand {
  private final Surroundings surroundings;

  @Option(names = "--host", paramLabel = "HOST", description = "One host, by its inventory name.")
  private @Nullable String host;

  @Option(
      names = "--disk",
      paramLabel = "ID",
      description = "One disk, by its id as reports show it: WWID, or vendor/model/serial.")
  private @Nullable String disk;

  @Option(
      names = {"-n", "--last"},
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many lines (default: ${DEFAULT-VALUE}).")
  private int last;

  @ArgGroup(validate = false)
  private StoreArguments store = new StoreArguments();

  HistoryCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws UsageException, StoreException {
    if (host != null && disk != null) {
      throw new UsageException("--host and --disk: name one of them");
    }
    if (last < 1) {
      throw new UsageException("--last %d: must be at least 1".formatted(last));
    }
    try (RunStore kept = store.require(surroundings)) {
      List<KeptRun> runs = kept.runs();
      if (host != null) {
        List<KeptHost> lines = some(kept.hostHistory(host), "the host " + host);
        print(HistoryTable.hosts(lines, runs));
      } else if (disk != null) {
        List<KeptDisk> lines = some(kept.diskHistory(disk), "the disk " + disk);
        print(HistoryTable.disks(lines, runs));
      } else {
        print(HistoryTable.runs(some(runs, "any run")));
      }
    }
    return ExitCode.CLEAN;
  }

  private <T> List<T> some(List<T> found, String what) throws UsageException {
    if (found.isEmpty()) {
      throw new UsageException(
          "nothing of %s is kept in %s".formatted(what, store.location(surroundings)));
    }
    return found.subList(0, Math.min(last, found.size()));
  }

  private void print(List<String> lines) {
    lines.forEach(surroundings.out()::println);
  }
}
