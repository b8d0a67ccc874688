package io.fleetcheck.controller.store;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.KeptDisk;
import io.fleetcheck.controller.run.KeptHost;
import io.fleetcheck.controller.run.KeptRun;
import io.fleetcheck.controller.run.RunDisks;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.verdict.DiskLabel;
import io.fleetcheck.controller.verdict.Level;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads runs; every method within a transaction of the caller's. */
final class RunReader {
  private final Connection connection;

  RunReader(Connection connection) {
    this.connection = connection;
  }

  List<KeptRun> runs() throws SQLException {
    Map<String, Map<String, Long>> outcomes =
        counts("SELECT run, outcome, count(*) FROM host GROUP BY run, outcome");
    Map<String, Map<String, Long>> levels =
        counts("SELECT run, level, count(*) FROM disk GROUP BY run, level");
    List<KeptRun> runs = new ArrayList<>();
    try (PreparedStatement query =
            prepare(
                "SELECT id, started, controller, options, finished, aborted FROM run"
                    + " ORDER BY started DESC, id DESC");
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        Map<String, Long> hosts = outcomes.getOrDefault(rows.getString(1), Map.of());
        runs.add(
            new KeptRun(
                head(rows),
                Optional.ofNullable(rows.getString(5)).map(Instant::parse),
                rows.getInt(6) != 0,
                hosts.values().stream().mapToLong(Long::longValue).sum(),
                answered(hosts),
                levels(levels.getOrDefault(rows.getString(1), Map.of()))));
      }
    }
    return runs;
  }

  /** By run, then by a word; the word "" stands for NULL. */
  private Map<String, Map<String, Long>> counts(String select) throws SQLException {
    Map<String, Map<String, Long>> counts = new HashMap<>();
    try (PreparedStatement query = prepare(select);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        String word = Optional.ofNullable(rows.getString(2)).orElse("");
        counts
            .computeIfAbsent(rows.getString(1), run -> new TreeMap<>())
            .put(word, rows.getLong(3));
      }
    }
    return counts;
  }

  private static Map<String, Long> answered(Map<String, Long> outcomes) {
    Map<String, Long> with = new TreeMap<>(outcomes);
    with.remove("");
    return with;
  }

  private static Map<Level, Long> levels(Map<String, Long> names) {
    Map<Level, Long> levels = new EnumMap<>(Level.class);
    names.forEach((name, count) -> levels.put(Level.valueOf(name), count));
    return levels;
  }

  Optional<AuditResult> load(String run) throws SQLException {
    try (PreparedStatement query =
        prepare(
            "SELECT id, started, controller, options, finished, aborted FROM run"
                + " WHERE id = ?")) {
      Columns.set(query, run);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next() ? Optional.of(result(rows)) : Optional.empty();
      }
    }
  }

  private AuditResult result(ResultSet run) throws SQLException {
    RunHead head = head(run);
    Optional<Instant> finished = Optional.ofNullable(run.getString(5)).map(Instant::parse);
    List<HostResult> hosts = new ArrayList<>();
    Instant last = head.started();
    try (PreparedStatement query =
        prepare("SELECT name, record FROM host WHERE run = ? ORDER BY position")) {
      Columns.set(query, head.id());
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          HostResult host = host(head, rows.getString(1), rows.getBytes(2));
          hosts.add(host);
          last = host.finished().isAfter(last) ? host.finished() : last;
        }
      }
    }
    return new AuditResult(
        head.id(),
        head.started(),
        finished.orElse(last),
        head.controller(),
        head.options(),
        hosts,
        finished.isEmpty() || run.getInt(6) != 0);
  }

  private HostResult host(RunHead head, String name, byte @Nullable [] record) throws SQLException {
    if (record == null) {
      return new HostResult(
          name,
          new HostOutcome.Skipped(Optional.empty(), "fleetcheck ended before this host did"),
          List.of(),
          List.of(),
          Map.of(),
          head.started(),
          head.started());
    }
    return host(head.id(), name, record).packed();
  }

  private static HostResult host(String run, String name, byte[] record) throws SQLException {
    try {
      return HostRecord.fromBytes(record).toResult();
    } catch (IOException | RuntimeException e) {
      throw new SQLException("run %s, host %s: damaged: %s".formatted(run, name, e), e);
    }
  }

  Optional<HostResult> host(String run, String name) throws SQLException {
    try (PreparedStatement query =
        prepare("SELECT record FROM host WHERE run = ? AND name = ? AND record IS NOT NULL")) {
      Columns.set(query, run, name);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next() ? Optional.of(host(run, name, rows.getBytes(1))) : Optional.empty();
      }
    }
  }

  RunDisks disks(String run) throws SQLException {
    return new RunDisks(
        run, answeredHosts(run), keptDisks("disk.run = ? ORDER BY disk.host, disk.position", run));
  }

  private Set<String> answeredHosts(String run) throws SQLException {
    Set<String> hosts = new HashSet<>();
    try (PreparedStatement query =
        prepare("SELECT name FROM host WHERE run = ? AND outcome = 'answered'")) {
      Columns.set(query, run);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          hosts.add(rows.getString(1));
        }
      }
    }
    return hosts;
  }

  List<KeptHost> hostHistory(String host) throws SQLException {
    List<KeptHost> hosts = new ArrayList<>();
    try (PreparedStatement query =
        prepare(
            "SELECT host.run, host.position, outcome, detail FROM host"
                + " JOIN run ON run.id = host.run WHERE host.name = ?"
                + " ORDER BY run.started DESC")) {
      Columns.set(query, host);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          hosts.add(
              new KeptHost(
                  rows.getString(1),
                  host,
                  Optional.ofNullable(rows.getString(3)),
                  Optional.ofNullable(rows.getString(4)).orElse(""),
                  levels(rows.getString(1), rows.getLong(2))));
        }
      }
    }
    return hosts;
  }

  private List<Level> levels(String run, long host) throws SQLException {
    List<Level> levels = new ArrayList<>();
    try (PreparedStatement query =
        prepare("SELECT level FROM disk WHERE run = ? AND host = ? ORDER BY position")) {
      Columns.set(query, run, host);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          levels.add(Level.valueOf(rows.getString(1)));
        }
      }
    }
    return levels;
  }

  List<KeptDisk> diskHistory(String disk) throws SQLException {
    return keptDisks("disk.id = ? ORDER BY run.started DESC, disk.host, disk.position", disk);
  }

  private List<KeptDisk> keptDisks(String where, String word) throws SQLException {
    List<KeptDisk> disks = new ArrayList<>();
    try (PreparedStatement query =
        prepare(
            "SELECT disk.run, host.name, disk.kind, disk.id, disk.name, vendor, model,"
                + " revision, driver, level, code, ratio, zeroout_ns, write_ns, waived"
                + " FROM disk JOIN host ON host.run = disk.run AND host.position = disk.host"
                + " JOIN run ON run.id = disk.run WHERE "
                + where)) {
      Columns.set(query, word);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          disks.add(disk(rows));
        }
      }
    }
    return disks;
  }

  private static KeptDisk disk(ResultSet row) throws SQLException {
    double ratio = row.getDouble(12);
    OptionalDouble known = row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(ratio);
    return new KeptDisk(
        row.getString(1),
        row.getString(2),
        new DiskId(DiskId.Kind.valueOf(row.getString(3)), row.getString(4)),
        row.getString(5),
        new DiskLabel(row.getString(6), row.getString(7), row.getString(8), row.getString(9)),
        Level.valueOf(row.getString(10)),
        row.getString(11),
        known,
        Columns.number(row, 13),
        Columns.number(row, 14),
        row.getInt(15) != 0);
  }

  /** A line for each host whose record cannot be read. */
  List<String> damagedHosts() throws SQLException {
    List<String> damage = new ArrayList<>();
    try (PreparedStatement query =
            prepare("SELECT run, name, record FROM host WHERE record IS NOT NULL");
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        try {
          HostRecord.fromBytes(rows.getBytes(3)).toResult();
        } catch (IOException | RuntimeException e) {
          damage.add("run %s, host %s: %s".formatted(rows.getString(1), rows.getString(2), e));
        }
      }
    }
    return damage;
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  private static RunHead head(ResultSet row) throws SQLException {
    return new RunHead(
        row.getString(1),
        Instant.parse(row.getString(2)),
        row.getString(3),
        Columns.options(row.getString(4)));
  }
}
