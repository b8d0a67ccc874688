package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.report.DiffTable;
import io.fleetcheck.controller.run.RunDiff;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two kept runs. */
@Command(
    name = "diff",
    sortOptions = false,
    description = {
      "Tells what became of every disk from one kept run to another, by WWID. A finding is a disk that"
          + " is broken or at risk.",
      ""
    },
    footer = {
      "",
      "  new        a finding on a disk that was none before",
      "  worse      at risk before, broken now",
      "  unsure     known before, unknown now",
      "  unseen     a finding before; its host was not reached or not asked now",
      "  unchanged  the same finding",
      "  better     broken before, at risk now",
      "  fixed      a finding before, fine now",
      "  gone       a finding before; its host answered and has no such disk",
      "",
      "Exit codes: 0 compared; 1 something that --fail-on names; 2 usage error; 5 internal error."
    })
final class DiffCommand extends AnyCommand {
  private final Surroundings surroundings;

  @Parameters(index = "0", paramLabel = "BEFORE", description = RunName.DESCRIPTION)
  private String before = "";

  @Parameters(index = "1", paramLabel = "AFTER", description = "Likewise.")
  private String after = "";

  @Option(
      names = "--fail-on",
      split = ",",
      paramLabel = "CHANGE",
      description = "Exit with 1 where there is such a change, as new,worse; may be repeated.")
  private List<String> failOn = new ArrayList<>();

  @ArgGroup(validate = false)
  private StoreArguments store = new StoreArguments();

  DiffCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws UsageException, StoreException {
    Set<RunDiff.Kind> kinds = kinds();
    try (RunStore kept = store.require(surroundings)) {
      RunDiff diff =
          RunDiff.of(kept.disks(RunName.find(kept, before)), kept.disks(RunName.find(kept, after)));
      DiffTable.lines(diff).forEach(surroundings.out()::println);
      return diff.has(kinds) ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }
  }

  private Set<RunDiff.Kind> kinds() throws UsageException {
    Set<RunDiff.Kind> kinds = EnumSet.noneOf(RunDiff.Kind.class);
    for (String word : failOn) {
      RunDiff.Kind kind =
          RunDiff.Kind.of(word)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--fail-on %s: no such change; fleetcheck diff --help lists them"
                              .formatted(word)));
      kinds.add(kind);
    }
    return kinds;
  }
}
