package io.fleetcheck.controller.store;

import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;

/** Where runs are kept, by the word that {@code --store} takes. */
public final class Stores {
  /** Keeps nothing. */
  public static final String NONE = "none";

  private Stores() {}

  /**
   * @param location a file, or {@code jdbc:postgresql:...}; it is made where it is not there yet
   * @throws StoreException where it cannot be used; what is there stays as it is
   */
  public static RunStore open(String location) throws StoreException {
    return SqlStore.open(database(location));
  }

  /** XDG's state directory (specifications.freedesktop.org/basedir-spec). */
  public static String defaultLocation(Map<String, String> environment, Path home) {
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    // The specification has relative paths ignored.
    Path base = state.startsWith("/") ? Path.of(state) : home.resolve(".local/state");
    return base.resolve("fleetcheck/fleetcheck.db").toString();
  }

  /**
   * Copies a store into a new file.
   *
   * @throws StoreException also where the location is no file of SQLite's
   */
  public static void backup(String location, Path target) throws StoreException {
    if (!(database(location) instanceof SqliteDatabase sqlite)) {
      throw new StoreException("%s: use pg_dump for it".formatted(database(location).where()));
    }
    if (Files.exists(target)) {
      throw new StoreException("%s is there already".formatted(target));
    }
    try (SqlStore store = SqlStore.open(sqlite)) {
      sqlite.backup(store.connection(), target);
    } catch (SQLException e) {
      throw sqlite.explain(e);
    }
  }

  private static Database database(String location) {
    return location.startsWith(PostgresDatabase.PREFIX)
        ? new PostgresDatabase(location)
        : new SqliteDatabase(Path.of(location));
  }
}
