package io.fleetcheck.controller.store;

import io.fleetcheck.controller.run.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What differs between the databases. */
interface Database {

  /**
   * A connection on which the tables are found by their plain names; no transaction is open on it.
   *
   * @throws StoreException where it is not ours to use: another program's, or damaged
   */
  Connection connect() throws SQLException, StoreException;

  /** Begins a transaction that keeps other processes from migrating at the same time. */
  void lockForMigration(Connection connection) throws SQLException;

  /** Whether the table is there. */
  boolean hasTable(Connection connection, String name) throws SQLException;

  /** The database's own checks: a line for each thing that is damaged. */
  List<String> check(Connection connection) throws SQLException;

  /** Gives back the space of what was deleted, where that is not done by itself. */
  void reclaim(Connection connection) throws SQLException;

  /**
   * Ends a transaction that failed. SQLite undoes some by itself, as on a full disk, and then
   * complains of being asked.
   */
  static void undo(Connection connection, Exception cause) {
    try {
      connection.rollback();
      connection.setAutoCommit(true);
    } catch (SQLException undone) {
      cause.addSuppressed(undone);
    }
  }

  /** What went wrong, where, and what to do, in one line. */
  StoreException explain(SQLException e);

  /** For error texts; without a password. */
  String where();
}
