package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import io.fleetcheck.controller.store.Stores;
import io.fleetcheck.playbooks.Setting;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where runs are kept. */
final class StoreArguments {
  /** In the environment; the option beats it. */
  static final String VARIABLE = "FLEETCHECK_STORE";

  @Option(
      names = "--store",
      paramLabel = "FILE|URL|none",
      description =
          "Where runs are kept: an SQLite file, jdbc:postgresql://HOST/DATABASE, or none. Without it"
              + " the configuration tells (store), else it is fleetcheck/fleetcheck.db in"
              + " $$XDG_STATE_HOME or ~/.local/state.")
  private @Nullable String store;

  /** Whether the command line names a store. */
  boolean isGiven() {
    return store != null;
  }

  String location(Surroundings surroundings) throws UsageException {
    if (store != null) {
      return store;
    }
    return Configured.of(surroundings)
        .explicit(Setting.STORE)
        .orElseGet(
            () ->
                Stores.defaultLocation(
                    surroundings.environment(), Path.of(System.getProperty("user.home"))));
  }

  /**
   * @return empty where nothing is to be kept
   * @throws UsageException where the store cannot be used
   */
  Optional<RunStore> open(Surroundings surroundings) throws UsageException {
    String location = location(surroundings);
    if (location.equals(Stores.NONE)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Stores.open(location));
    } catch (StoreException e) {
      throw new UsageException("--store: " + e.line());
    }
  }

  /**
   * For commands that are about kept runs.
   *
   * @throws UsageException also where the store is none
   */
  RunStore require(Surroundings surroundings) throws UsageException {
    return open(surroundings)
        .orElseThrow(() -> new UsageException("--store none: nothing is kept there"));
  }
}
