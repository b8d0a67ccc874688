package io.fleetcheck.controller.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.KeptDisk;
import io.fleetcheck.controller.run.KeptHost;
import io.fleetcheck.controller.run.KeptRun;
import io.fleetcheck.controller.run.RunDisks;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.run.StoreException;
import io.fleetcheck.controller.verdict.DiskLabel;
import io.fleetcheck.controller.verdict.Level;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Runs in a relational database; what the databases differ in is {@link Database}'s. */
final class SqlStore implements RunStore {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Database database;
  private final Connection connection;

  private SqlStore(Database database, Connection connection) {
    this.database = database;
    this.connection = connection;
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

  /** All of it or nothing. */
  private synchronized <T> T transaction(Work<T> work) throws StoreException {
    try {
      connection.setAutoCommit(false);
      try {
        T value = work.run();
        connection.commit();
        return value;
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  @Override
  public void begin(RunHead head, List<String> hosts) throws StoreException {
    String options = json(head.options());
    transaction(
        () -> {
          try (PreparedStatement run =
                  prepare(
                      "INSERT INTO run (id, started, controller, options) VALUES (?, ?, ?, ?)");
              PreparedStatement host =
                  prepare("INSERT INTO host (run, position, name) VALUES (?, ?, ?)")) {
            set(run, head.id(), time(head.started()), head.controller(), options);
            run.executeUpdate();
            for (int position = 0; position < hosts.size(); position++) {
              set(host, head.id(), position, hosts.get(position));
              host.addBatch();
            }
            host.executeBatch();
          }
          return hosts.size();
        });
  }

  @Override
  public void add(String run, HostResult host) throws StoreException {
    byte[] record = HostRecord.of(host).toBytes();
    transaction(
        () -> {
          long position = position(run, host.name());
          try (PreparedStatement update =
                  prepare(
                      "UPDATE host SET outcome = ?, stage = ?, detail = ?, record = ?"
                          + " WHERE run = ? AND position = ?");
              PreparedStatement delete = prepare("DELETE FROM disk WHERE run = ? AND host = ?")) {
            HostOutcome outcome = host.outcome();
            set(
                update,
                outcome.text(),
                outcome.at().map(Stage::text).orElse(null),
                outcome.detail(),
                record,
                run,
                position);
            update.executeUpdate();
            set(delete, run, position);
            delete.executeUpdate();
            addDisks(run, position, host);
          }
          return position;
        });
  }

  private long position(String run, String host) throws SQLException {
    try (PreparedStatement query =
        prepare("SELECT position FROM host WHERE run = ? AND name = ?")) {
      set(query, run, host);
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
        set(
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

  @Override
  public void finish(String run, Instant finished, boolean aborted) throws StoreException {
    transaction(
        () -> {
          try (PreparedStatement update =
              prepare("UPDATE run SET finished = ?, aborted = ? WHERE id = ?")) {
            set(update, time(finished), aborted ? 1 : 0, run);
            return update.executeUpdate();
          }
        });
  }

  @Override
  public List<KeptRun> runs() throws StoreException {
    return transaction(
        () -> {
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
        });
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

  @Override
  public Optional<AuditResult> load(String run) throws StoreException {
    return transaction(
        () -> {
          try (PreparedStatement query =
              prepare(
                  "SELECT id, started, controller, options, finished, aborted FROM run"
                      + " WHERE id = ?")) {
            set(query, run);
            try (ResultSet rows = query.executeQuery()) {
              return rows.next() ? Optional.of(result(rows)) : Optional.empty();
            }
          }
        });
  }

  private AuditResult result(ResultSet run) throws SQLException {
    RunHead head = head(run);
    Optional<Instant> finished = Optional.ofNullable(run.getString(5)).map(Instant::parse);
    List<HostResult> hosts = new ArrayList<>();
    Instant last = head.started();
    try (PreparedStatement query =
        prepare("SELECT name, record FROM host WHERE run = ? ORDER BY position")) {
      set(query, head.id());
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
    try {
      return HostRecord.fromBytes(record).toResult().packed();
    } catch (IOException | RuntimeException e) {
      throw new SQLException("run %s, host %s: damaged: %s".formatted(head.id(), name, e), e);
    }
  }

  @Override
  public RunDisks disks(String run) throws StoreException {
    return transaction(
        () ->
            new RunDisks(
                run,
                answeredHosts(run),
                keptDisks("disk.run = ? ORDER BY disk.host, disk.position", run)));
  }

  private Set<String> answeredHosts(String run) throws SQLException {
    Set<String> hosts = new HashSet<>();
    try (PreparedStatement query =
        prepare("SELECT name FROM host WHERE run = ? AND outcome = 'answered'")) {
      set(query, run);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          hosts.add(rows.getString(1));
        }
      }
    }
    return hosts;
  }

  @Override
  public List<KeptHost> hostHistory(String host) throws StoreException {
    return transaction(
        () -> {
          List<KeptHost> hosts = new ArrayList<>();
          try (PreparedStatement query =
              prepare(
                  "SELECT host.run, host.position, outcome, detail FROM host"
                      + " JOIN run ON run.id = host.run WHERE host.name = ?"
                      + " ORDER BY run.started DESC")) {
            set(query, host);
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
        });
  }

  private List<Level> levels(String run, long host) throws SQLException {
    List<Level> levels = new ArrayList<>();
    try (PreparedStatement query =
        prepare("SELECT level FROM disk WHERE run = ? AND host = ? ORDER BY position")) {
      set(query, run, host);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          levels.add(Level.valueOf(rows.getString(1)));
        }
      }
    }
    return levels;
  }

  @Override
  public List<KeptDisk> diskHistory(String disk) throws StoreException {
    return transaction(
        () -> keptDisks("disk.id = ? ORDER BY run.started DESC, disk.host, disk.position", disk));
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
      set(query, word);
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
        number(row, 13),
        number(row, 14),
        row.getInt(15) != 0);
  }

  @Override
  public int prune(Instant before) throws StoreException {
    int pruned =
        transaction(
            () -> {
              try (PreparedStatement delete = prepare("DELETE FROM run WHERE started < ?")) {
                set(delete, time(before));
                return delete.executeUpdate();
              }
            });
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
      damage = new ArrayList<>(database.check(connection));
    } catch (SQLException e) {
      throw database.explain(e);
    }
    if (!damage.isEmpty()) {
      return damage;
    }
    return transaction(
        () -> {
          try (PreparedStatement query =
                  prepare("SELECT run, name, record FROM host WHERE record IS NOT NULL");
              ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
              try {
                HostRecord.fromBytes(rows.getBytes(3)).toResult();
              } catch (IOException | RuntimeException e) {
                damage.add(
                    "run %s, host %s: %s".formatted(rows.getString(1), rows.getString(2), e));
              }
            }
          }
          return damage;
        });
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

  private PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  private static void set(PreparedStatement statement, @Nullable Object... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  private static RunHead head(ResultSet row) throws SQLException {
    return new RunHead(
        row.getString(1),
        Instant.parse(row.getString(2)),
        row.getString(3),
        options(row.getString(4)));
  }

  private static String time(Instant instant) {
    return TIME.format(instant);
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private static OptionalLong number(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private static String json(Map<String, String> options) {
    try {
      return JSON.writeValueAsString(new TreeMap<>(options));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("strings are always JSON", e);
    }
  }

  private static Map<String, String> options(String json) throws SQLException {
    try {
      return JSON.readValue(json, new TypeReference<LinkedHashMap<String, String>>() {});
    } catch (JsonProcessingException e) {
      throw new SQLException("the options of a run are damaged: " + e.getOriginalMessage(), e);
    }
  }
}
