package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.cli.AuditOptions.Keeping;
import io.fleetcheck.controller.cli.AuditOptions.Rerun;
import io.fleetcheck.controller.cli.AuditOptions.Source;
import io.fleetcheck.controller.cli.AuditOptions.Unfinished;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What is kept of an audit, and which kept run it goes on from. */
final class KeepingArguments {
  @ArgGroup(validate = false)
  private StoreArguments store = new StoreArguments();

  @Option(
      names = "--rerun",
      paramLabel = "RUN",
      description =
          "Only those of the inventory's hosts that this kept run did not finish with: an id, or"
              + " latest. --where narrows that down.")
  private @Nullable String rerun;

  @Option(
      names = "--where",
      split = ",",
      paramLabel = "WHAT",
      description =
          "With --rerun: unreachable (tried and failed), unknown (with an unknown disk), skipped (not"
              + " asked to the end); more than one by commas. Without it all three.")
  private List<String> where = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "RUN",
      description =
          "A kept run whose findings are known: tells what changed since, and exits with 1 only for"
              + " disks that are new or worse.")
  private @Nullable String baseline;

  /**
   * @param problems gets a line for each thing that is wrong
   */
  Keeping check(Source source, List<String> problems) {
    Set<Unfinished> chosen = EnumSet.noneOf(Unfinished.class);
    for (String word : where) {
      Optional<Unfinished> one =
          Arrays.stream(Unfinished.values()).filter(u -> u.text().equals(word)).findFirst();
      one.ifPresent(chosen::add);
      if (one.isEmpty()) {
        problems.add("--where %s: must be unreachable, unknown or skipped".formatted(word));
      }
    }
    if (!where.isEmpty() && rerun == null) {
      problems.add("--where: says which hosts of a run, so it needs --rerun");
    }
    if (source instanceof Source.Captured
        && (rerun != null || baseline != null || store.isGiven())) {
      problems.add(
          "--sysroot: a captured tree is no run of a fleet: no --store, --rerun or --baseline");
    }
    return new Keeping(
        store,
        Optional.ofNullable(rerun)
            .map(run -> new Rerun(run, chosen.isEmpty() ? Set.of(Unfinished.values()) : chosen)),
        Optional.ofNullable(baseline));
  }
}
