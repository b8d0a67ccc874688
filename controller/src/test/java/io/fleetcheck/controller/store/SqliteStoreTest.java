package io.fleetcheck.controller.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetcheck.controller.report.SampleRun;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends RunStoreContract {
  @TempDir Path directory;

  @Override
  RunStore open() throws StoreException {
    return Stores.open(file().toString());
  }

  private Path file() {
    return directory.resolve("state/fleetcheck.db");
  }

  @Test
  void isReadableByItsOwnerOnly() throws Exception {
    open().close();
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
  }

  @Test
  void leavesAFileThatIsNoDatabaseAsItIs() throws Exception {
    byte[] text =
        "somebody's notes, of more than a hundred bytes "
            .repeat(9)
            .getBytes(StandardCharsets.UTF_8);
    Files.createDirectories(file().getParent());
    Files.write(file(), text);
    assertEquals(
        file() + " is no SQLite database, and was left as it is: name another file with --store",
        refused());
    assertArrayEquals(text, Files.readAllBytes(file()));
  }

  @Test
  void leavesAnotherProgramsDatabaseAsItIs() throws Exception {
    execute("CREATE TABLE theirs (x)");
    byte[] before = Files.readAllBytes(file());
    assertEquals(
        file() + " is a database of another program: name another file with --store", refused());
    assertArrayEquals(before, Files.readAllBytes(file()));
  }

  @Test
  void leavesANewerDatabaseAsItIs() throws Exception {
    try (RunStore store = open()) {
      keep(store, SampleRun.result());
    }
    execute("UPDATE schema_version SET version = 99");
    assertTrue(refused().contains("is of a newer fleetcheck (schema 99; this one knows 1)"));
    execute("UPDATE schema_version SET version = 1");
    try (RunStore store = open()) {
      assertEquals(Optional.of(SampleRun.result()), store.load(SampleRun.result().id()));
    }
  }

  @Test
  void tellsOfDamage() throws Exception {
    try (RunStore store = open()) {
      keep(store, SampleRun.result());
    }
    execute("UPDATE host SET record = x'00' WHERE name = 'db1'");
    try (RunStore store = open()) {
      List<String> damage = store.check();
      assertEquals(1, damage.size());
      assertTrue(damage.get(0).contains("host db1"), damage.get(0));
      assertThrows(StoreException.class, () -> store.load(SampleRun.result().id()));
    }
  }

  @Test
  void refusesADamagedFile() throws Exception {
    try (RunStore store = open()) {
      keep(store, SampleRun.result());
    }
    try (RandomAccessFile file = new RandomAccessFile(file().toFile(), "rw")) {
      // The root of the table of tables, behind the header of 100 bytes.
      file.seek(100);
      file.write(new byte[512]);
    }
    assertTrue(refused().contains("is damaged: restore a backup"), refused());
  }

  /** A file system of 200 KiB, which only root can mount. */
  @Test
  void saysThatAFullDiskIsFull() throws Exception {
    Path small = Files.createDirectories(file().getParent());
    boolean mounted =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", small.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0;
    if (!mounted) {
      System.err.println("SKIPPED: only root can mount a small file system");
    }
    assumeTrue(mounted, "SKIPPED: only root can mount a small file system");
    try {
      StoreException full = assertThrows(StoreException.class, this::fill);
      assertEquals(file() + " has no room: make space on its file system", full.line());
      try (RunStore store = open()) {
        assertEquals(List.of(), store.check());
      }
    } finally {
      assertEquals(0, new ProcessBuilder("umount", small.toString()).start().waitFor());
    }
  }

  private void fill() throws StoreException {
    try (RunStore store = open()) {
      for (int i = 0; i < 1000; i++) {
        keep(store, named("run" + i));
      }
    }
  }

  private static AuditResult named(String id) {
    AuditResult sample = SampleRun.result();
    return new AuditResult(
        id,
        sample.started(),
        sample.finished(),
        sample.controller(),
        sample.options(),
        sample.hosts(),
        sample.aborted());
  }

  @Test
  void copiesItselfWhileItIsUsed() throws Exception {
    Path copy = directory.resolve("copy.db");
    try (RunStore store = open()) {
      keep(store, SampleRun.result());
      Stores.backup(file().toString(), copy);
    }
    try (RunStore store = Stores.open(copy.toString())) {
      assertEquals(Optional.of(SampleRun.result()), store.load(SampleRun.result().id()));
    }
    StoreException there =
        assertThrows(StoreException.class, () -> Stores.backup(file().toString(), copy));
    assertEquals(copy + " is there already", there.line());
  }

  @Test
  void isWhereTheDesktopSpecificationPutsState() {
    Path home = Path.of("/home/ada");
    assertEquals(
        "/home/ada/.local/state/fleetcheck/fleetcheck.db", Stores.defaultLocation(Map.of(), home));
    assertEquals(
        "/var/state/fleetcheck/fleetcheck.db",
        Stores.defaultLocation(Map.of("XDG_STATE_HOME", "/var/state"), home));
    assertEquals(
        "/home/ada/.local/state/fleetcheck/fleetcheck.db",
        Stores.defaultLocation(Map.of("XDG_STATE_HOME", "relative"), home));
  }

  @Test
  void doesNotMakeADatabaseWhereItsDirectoryIsAFile() throws IOException {
    Path blocker = Files.createFile(directory.resolve("blocker"));
    StoreException refused =
        assertThrows(StoreException.class, () -> Stores.open(blocker.resolve("x.db").toString()));
    assertTrue(refused.line().contains("--store none"), refused.line());
    assertFalse(Files.exists(directory.resolve("blocker/x.db")));
  }

  private String refused() {
    return assertThrows(StoreException.class, () -> open().close()).line();
  }

  private void execute(String sql) throws SQLException, IOException {
    Files.createDirectories(file().getParent());
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
