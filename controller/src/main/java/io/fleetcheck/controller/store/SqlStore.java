package io.fleetcheck.controller.store;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.KeptDisk;
import io.fleetcheck.controller.run.KeptHost;
import io.fleetcheck.controller.run.KeptRun;
import io.fleetcheck.controller.run.RunDisks;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Runs in a relational database; what the databases differ in is {@link Database}'s. */
final class SqlStore implements RunStore {
  private final Database database;
  private final Connection connection;
  private final RunWriter writer;
  private final RunReader reader;

  private SqlStore(Database database, Connection connection) {
    this.database = database;
    this.connection = connection;
    this.writer = new RunWriter(connection);
    this.reader = new RunReader(connection);
  }

  /** Opens it, makes what is missing, and brings it to this program's schema. */
  static SqlStore open(Database database) throws StoreException {
    try {
      Connection connection = database.connect();
      try {
        Migrations.run(database, connection);
      } catch (SQLException | StoreException e) {
        connection.close();
        throw e;
      }
      return new SqlStore(database, connection);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  @FunctionalInterface
  private interface Work<T> {
    T run() throws SQLException;
  }

  @FunctionalInterface
  private interface Change {
    void make() throws SQLException;
  }

  private void change(Change change) throws StoreException {
    transaction(
        () -> {
          change.make();
          return connection;
        });
  }

  /** All of it or nothing. */
  private synchronized <T> T transaction(Work<T> work) throws StoreException {
    try {
      connection.setAutoCommit(false);
      T value;
      try {
        value = work.run();
        connection.commit();
      } catch (SQLException | RuntimeException e) {
        Database.undo(connection, e);
        throw e;
      }
      connection.setAutoCommit(true);
      return value;
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  @Override
  public void begin(RunHead head, List<String> hosts) throws StoreException {
    change(() -> writer.begin(head, hosts));
  }

  @Override
  public void add(String run, HostResult host) throws StoreException {
    // Packed before anybody else has to wait for it.
    byte[] record = HostRecord.of(host).toBytes();
    change(() -> writer.add(run, host, record));
  }

  @Override
  public void finish(String run, Instant finished, boolean aborted) throws StoreException {
    change(() -> writer.finish(run, finished, aborted));
  }

  @Override
  public List<KeptRun> runs() throws StoreException {
    return transaction(reader::runs);
  }

  @Override
  public Optional<AuditResult> load(String run) throws StoreException {
    return transaction(() -> reader.load(run));
  }

  @Override
  public Optional<HostResult> host(String run, String host) throws StoreException {
    return transaction(() -> reader.host(run, host));
  }

  @Override
  public RunDisks disks(String run) throws StoreException {
    return transaction(() -> reader.disks(run));
  }

  @Override
  public List<KeptHost> hostHistory(String host) throws StoreException {
    return transaction(() -> reader.hostHistory(host));
  }

  @Override
  public List<KeptDisk> diskHistory(String disk) throws StoreException {
    return transaction(() -> reader.diskHistory(disk));
  }

  @Override
  public int prune(Instant before) throws StoreException {
    int pruned = transaction(() -> writer.prune(before));
    try {
      database.reclaim(connection);
    } catch (SQLException e) {
      throw database.explain(e);
    }
    return pruned;
  }

  @Override
  public List<String> check() throws StoreException {
    List<String> damage;
    try {
      damage = database.check(connection);
    } catch (SQLException e) {
      throw database.explain(e);
    }
    return damage.isEmpty() ? transaction(reader::damagedHosts) : damage;
  }

  Database database() {
    return database;
  }

  /** Outside of any transaction. */
  synchronized Connection connection() {
    return connection;
  }

  @Override
  public synchronized void close() throws StoreException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }
}
