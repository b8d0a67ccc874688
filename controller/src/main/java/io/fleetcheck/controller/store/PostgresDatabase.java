package io.fleetcheck.controller.store;

import io.fleetcheck.controller.run.StoreException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A PostgreSQL server. The tables are in the schema {@code fleetcheck}, which is made where the URL
 * names none by {@code currentSchema}. A password comes from {@code ~/.pgpass}: in the URL
 * everybody on this machine could read it.
 *
 * @param url {@code jdbc:postgresql:...}
 */
record PostgresDatabase(String url) implements Database {
  static final String PREFIX = "jdbc:postgresql:";

  private static final String SCHEMA = "fleetcheck";

  /** Any number that only migrations of fleetcheck lock. */
  private static final long MIGRATION_LOCK = 0x666c636bL;

  @Override
  public Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    if (!url.contains("currentSchema=")) {
      try (Statement statement = connection.createStatement()) {
        if (!hasSchema(connection)) {
          statement.execute("CREATE SCHEMA IF NOT EXISTS " + SCHEMA);
        }
        statement.execute("SET search_path TO " + SCHEMA);
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    }
    return connection;
  }

  /** Asked for first: who may not make a schema may still use one. */
  private static boolean hasSchema(Connection connection) throws SQLException {
    return isTrue(connection, "SELECT 1 FROM pg_namespace WHERE nspname = ?", SCHEMA);
  }

  @Override
  public void lockForMigration(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT pg_advisory_xact_lock(?)")) {
      statement.setLong(1, MIGRATION_LOCK);
      statement.execute();
    }
  }

  @Override
  public boolean hasTable(Connection connection, String name) throws SQLException {
    return isTrue(
        connection,
        "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?",
        name);
  }

  /** The server checks itself. */
  @Override
  public List<String> check(Connection connection) {
    return List.of();
  }

  /** Autovacuum does. */
  @Override
  public void reclaim(Connection connection) {}

  @Override
  public StoreException explain(SQLException e) {
    String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    String state = String.valueOf(e.getSQLState());
    String what =
        state.startsWith("08")
            ? "cannot be reached (%s): is the server up, and the address right?".formatted(message)
            : state.startsWith("28")
                ? "refuses us (%s): see user and ~/.pgpass".formatted(message)
                : "failed: " + message;
    return new StoreException(where() + " " + what, e);
  }

  @Override
  public String where() {
    return url.replaceFirst("\\?.*", "").replaceFirst("//[^/@]*@", "//");
  }

  private static boolean isTrue(Connection connection, String query, String word)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, word);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }
}
