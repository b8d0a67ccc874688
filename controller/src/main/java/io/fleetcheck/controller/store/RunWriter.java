package io.fleetcheck.controller.store;

import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.KeptDisk;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.run.Stage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Writes runs; every method within a transaction of the caller's. */
final class RunWriter {
  private final Connection connection;

  RunWriter(Connection connection) {
    this.connection = connection;
  }

  void begin(RunHead head, List<String> hosts) throws SQLException {
    String options = Columns.json(head.options());
    try (PreparedStatement run =
            prepare("INSERT INTO run (id, started, controller, options) VALUES (?, ?, ?, ?)");
        PreparedStatement host =
            prepare("INSERT INTO host (run, position, name) VALUES (?, ?, ?)")) {
      Columns.set(run, head.id(), Columns.time(head.started()), head.controller(), options);
      run.executeUpdate();
      for (int position = 0; position < hosts.size(); position++) {
        Columns.set(host, head.id(), position, hosts.get(position));
        host.addBatch();
      }
      host.executeBatch();
    }
  }

  /**
   * @param record the host as it is kept
   */
  void add(String run, HostResult host, byte[] record) throws SQLException {
    long position = position(run, host.name());
    try (PreparedStatement update =
            prepare(
                "UPDATE host SET outcome = ?, stage = ?, detail = ?, record = ?"
                    + " WHERE run = ? AND position = ?");
        PreparedStatement delete = prepare("DELETE FROM disk WHERE run = ? AND host = ?")) {
      HostOutcome outcome = host.outcome();
      Columns.set(
          update,
          outcome.text(),
          outcome.at().map(Stage::text).orElse(null),
          outcome.detail(),
          record,
          run,
          position);
      update.executeUpdate();
      Columns.set(delete, run, position);
      delete.executeUpdate();
      addDisks(run, position, host);
    }
  }

  private long position(String run, String host) throws SQLException {
    try (PreparedStatement query =
        prepare("SELECT position FROM host WHERE run = ? AND name = ?")) {
      Columns.set(query, run, host);
      try (ResultSet rows = query.executeQuery()) {
        if (!rows.next()) {
          throw new IllegalArgumentException(host + " is no target of run " + run);
        }
        return rows.getLong(1);
      }
    }
  }

  private void addDisks(String run, long position, HostResult host) throws SQLException {
    try (PreparedStatement insert =
        prepare(
            "INSERT INTO disk (run, host, position, kind, id, name, vendor, model, revision,"
                + " driver, level, code, ratio, zeroout_ns, write_ns, waived)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      int number = 0;
      for (KeptDisk disk : KeptDisk.of(run, host)) {
        Columns.set(
            insert,
            run,
            position,
            number++,
            disk.id().kind().name(),
            disk.id().text(),
            disk.name(),
            disk.label().vendor(),
            disk.label().model(),
            disk.label().revision(),
            disk.label().driver(),
            disk.level().name(),
            disk.code(),
            disk.ratio().isPresent() ? disk.ratio().getAsDouble() : null,
            orNull(disk.zerooutNanos()),
            orNull(disk.writeNanos()),
            disk.waived() ? 1 : 0);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  void finish(String run, Instant finished, boolean aborted) throws SQLException {
    try (PreparedStatement update =
        prepare("UPDATE run SET finished = ?, aborted = ? WHERE id = ?")) {
      Columns.set(update, Columns.time(finished), aborted ? 1 : 0, run);
      update.executeUpdate();
    }
  }

  /**
   * @return how many were forgotten
   */
  int prune(Instant before) throws SQLException {
    try (PreparedStatement delete = prepare("DELETE FROM run WHERE started < ?")) {
      Columns.set(delete, Columns.time(before));
      return delete.executeUpdate();
    }
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
