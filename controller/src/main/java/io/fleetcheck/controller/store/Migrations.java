package io.fleetcheck.controller.store;

import io.fleetcheck.controller.run.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Brings a database to the schema that this program knows: {@code N.sql} makes version N of what N
 * - 1 was. All or nothing, and by one process at a time.
 */
final class Migrations {
  /** Of the newest file. */
  static final int LATEST = 1;

  private static final String VERSION_TABLE = "schema_version";

  private Migrations() {}

  /**
   * @throws StoreException where the database is of a newer fleetcheck; it is left as it is
   */
  static void run(Database database, Connection connection) throws SQLException, StoreException {
    int version = version(database, connection);
    if (version == LATEST) {
      return;
    }
    database.lockForMigration(connection);
    try {
      // Another process may have done it meanwhile.
      version = version(database, connection);
      if (version > LATEST) {
        throw new StoreException(
            "%s is of a newer fleetcheck (schema %d; this one knows %d), and was left as it is: update fleetcheck, or name another with --store"
                .formatted(database.where(), version, LATEST));
      }
      for (int next = version + 1; next <= LATEST; next++) {
        apply(connection, text(next));
      }
      apply(
          connection,
          version == 0 ? "CREATE TABLE " + VERSION_TABLE + " (version INTEGER NOT NULL)" : "",
          "DELETE FROM " + VERSION_TABLE,
          "INSERT INTO " + VERSION_TABLE + " VALUES (" + LATEST + ")");
      connection.commit();
    } catch (SQLException | StoreException e) {
      Database.undo(connection, e);
      throw e;
    }
    connection.setAutoCommit(true);
  }

  private static int version(Database database, Connection connection) throws SQLException {
    if (!database.hasTable(connection, VERSION_TABLE)) {
      return 0;
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT version FROM " + VERSION_TABLE)) {
      return rows.next() ? rows.getInt(1) : 0;
    }
  }

  /** Statements end with a semicolon; no text in them has one, nor two dashes. */
  private static void apply(Connection connection, String... sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String part : String.join(";", sql).replaceAll("--.*", "").split(";", -1)) {
        if (!part.isBlank()) {
          statement.execute(part);
        }
      }
    }
  }

  private static String text(int version) {
    try (InputStream in =
        Migrations.class.getResourceAsStream(
            "/io/fleetcheck/controller/store/" + version + ".sql")) {
      if (in == null) {
        throw new IllegalStateException("no migration to schema " + version);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("this build of fleetcheck is not whole", e);
    }
  }
}
