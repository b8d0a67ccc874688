package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import io.fleetcheck.controller.store.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks after what is kept. */
@Command(
    name = "db",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DatabaseCommand.Check.class,
      DatabaseCommand.Backup.class,
      DatabaseCommand.Prune.class
    },
    description = {"Looks after the store of runs.", ""})
final class DatabaseCommand extends AnyCommand {

  @Override
  public Integer call() throws UsageException {
    throw new UsageException("check, backup or prune?");
  }

  /** What the commands have in common. */
  abstract static class OnStore extends AnyCommand {
    final Surroundings surroundings;

    @ArgGroup(validate = false)
    StoreArguments store = new StoreArguments();

    OnStore(Surroundings surroundings) {
      this.surroundings = surroundings;
    }
  }

  /** Reads everything. */
  @Command(
      name = "check",
      description = {"Reads everything that is kept and tells what is damaged.", ""},
      footer = {"", "Exit codes: 0 all whole; 1 damage; 2 the store cannot be used."})
  static final class Check extends OnStore {
    Check(Surroundings surroundings) {
      super(surroundings);
    }

    @Override
    public Integer call() throws UsageException, StoreException {
      try (RunStore kept = store.require(surroundings)) {
        List<String> damage = kept.check();
        damage.forEach(surroundings.out()::println);
        if (damage.isEmpty()) {
          surroundings.out().printf("%d runs, all whole%n", kept.runs().size());
        }
        return damage.isEmpty() ? ExitCode.CLEAN : ExitCode.FINDINGS;
      }
    }
  }

  /** Copies an SQLite store. */
  @Command(
      name = "backup",
      description = {"Copies the store into a new file, also while a run is being kept.", ""},
      footer = {"", "Exit codes: 0 copied; 2 the store cannot be used, or FILE is there already."})
  static final class Backup extends OnStore {
    @Parameters(paramLabel = "FILE", description = "Must not be there yet.")
    private Path target = Path.of("");

    Backup(Surroundings surroundings) {
      super(surroundings);
    }

    @Override
    public Integer call() throws UsageException, StoreException {
      store.require(surroundings).close();
      Stores.backup(store.location(surroundings), target);
      surroundings.out().println(target);
      return ExitCode.CLEAN;
    }
  }

  /** Forgets old runs. */
  @Command(
      name = "prune",
      description = {"Forgets runs that began long ago.", ""},
      footer = {"", "Exit codes: 0 done; 2 usage error, or the store cannot be used."})
  static final class Prune extends OnStore {
    private static final Pattern AGE = Pattern.compile("(\\d{1,6})([dw])");

    @Option(
        names = "--keep",
        required = true,
        paramLabel = "AGE",
        description = "Keep what is not older, in days or weeks: 90d, 12w.")
    private String keep = "";

    Prune(Surroundings surroundings) {
      super(surroundings);
    }

    @Override
    public Integer call() throws UsageException, StoreException {
      Matcher age = AGE.matcher(keep);
      if (!age.matches()) {
        throw new UsageException("--keep %s: must be days or weeks, such as 90d".formatted(keep));
      }
      long days = Long.parseLong(age.group(1)) * (age.group(2).equals("w") ? 7 : 1);
      try (RunStore kept = store.require(surroundings)) {
        int pruned = kept.prune(surroundings.clock().instant().minus(Duration.ofDays(days)));
        surroundings.out().printf("%d forgotten, %d kept%n", pruned, kept.runs().size());
        return ExitCode.CLEAN;
      }
    }
  }
}
