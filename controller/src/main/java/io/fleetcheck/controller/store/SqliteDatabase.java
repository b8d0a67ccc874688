package io.fleetcheck.controller.store;

import io.fleetcheck.controller.run.StoreException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;

/**
 * One file, made where there is none; readable by its owner only, for it has serial numbers in it.
 *
 * <p>In WAL mode, so that a run can be shown while another is written; that needs a local file
 * system (sqlite.org/wal.html).
 */
record SqliteDatabase(Path file) implements Database {
  /** "flck", in SQLite's header: tells our files from other programs'. */
  private static final int APPLICATION_ID = 0x666c636b;

  private static final int BUSY_MILLIS = 30_000;

  @Override
  public Connection connect() throws SQLException, StoreException {
    make();
    Connection connection = open();
    try {
      claim(connection);
      return connection;
    } catch (SQLException | StoreException e) {
      connection.close();
      throw e;
    }
  }

  private void make() throws StoreException {
    try {
      Path directory = file.toAbsolutePath().getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      createFile();
    } catch (IOException e) {
      throw new StoreException(
          "%s cannot be made (%s): name another file with --store, or --store none to keep nothing"
              .formatted(file, e),
          e);
    }
  }

  private void createFile() throws IOException {
    if (!Files.exists(file)) {
      try {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } catch (FileAlreadyExistsException atTheSameTime) {
        // By another fleetcheck, which is as well.
      }
    }
  }

  private Connection open() throws SQLException {
    SqliteLibrary.find();
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_MILLIS);
    config.enforceForeignKeys(true);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  /** Nothing is written before it is known that the file is ours or empty. */
  private void claim(Connection connection) throws SQLException, StoreException {
    if (number(connection, "PRAGMA application_id") != APPLICATION_ID) {
      // Holds for a file that is still empty, and there it must come first.
      execute(connection, "PRAGMA auto_vacuum = INCREMENTAL");
      connection.setAutoCommit(false);
      try {
        // Another fleetcheck may be at the same; it is the only one now.
        if (number(connection, "PRAGMA application_id") != APPLICATION_ID) {
          if (number(connection, "SELECT count(*) FROM sqlite_schema") != 0) {
            throw new StoreException(
                "%s is a database of another program: name another file with --store"
                    .formatted(file));
          }
          execute(connection, "PRAGMA application_id = " + APPLICATION_ID);
        }
        connection.commit();
      } catch (SQLException | StoreException e) {
        Database.undo(connection, e);
        throw e;
      }
      connection.setAutoCommit(true);
    }
    execute(connection, "PRAGMA journal_mode = WAL");
    // A killed fleetcheck loses nothing by it; a crash of the whole machine may lose the last
    // hosts.
    execute(connection, "PRAGMA synchronous = NORMAL");
  }

  /** Copies everything into a new file, consistently, also while a run is written. */
  void backup(Connection connection, Path target) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("VACUUM INTO ?")) {
      statement.setString(1, target.toString());
      statement.execute();
    }
  }

  @Override
  public void lockForMigration(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
  }

  @Override
  public boolean hasTable(Connection connection, String name) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  @Override
  public List<String> check(Connection connection) throws SQLException {
    List<String> damage = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
        while (rows.next()) {
          if (!rows.getString(1).equals("ok")) {
            damage.add(rows.getString(1).replaceAll("\\s+", " "));
          }
        }
      }
      try (ResultSet rows = statement.executeQuery("PRAGMA foreign_key_check")) {
        while (rows.next()) {
          damage.add(
              "table %s: row %s belongs to nothing"
                  .formatted(rows.getString(1), rows.getString(2)));
        }
      }
    }
    return damage;
  }

  @Override
  public void reclaim(Connection connection) throws SQLException {
    execute(connection, "PRAGMA incremental_vacuum");
    execute(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
  }

  @Override
  public StoreException explain(SQLException e) {
    int primary = e.getErrorCode() & 0xff;
    String what =
        switch (SQLiteErrorCode.getErrorCode(primary)) {
          case SQLITE_NOTADB ->
              "is no SQLite database, and was left as it is: name another file with --store";
          case SQLITE_CORRUPT ->
              "is damaged: restore a backup, or move it away; fleetcheck db check tells more";
          case SQLITE_FULL -> "has no room: make space on its file system";
          case SQLITE_BUSY, SQLITE_LOCKED ->
              "was locked by another process for %d s".formatted(BUSY_MILLIS / 1000);
          case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM ->
              "cannot be written: see its owner and that of its directory, or name another file with --store";
          default -> "failed: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        };
    return new StoreException(file + " " + what, e);
  }

  @Override
  public String where() {
    return file.toString();
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
