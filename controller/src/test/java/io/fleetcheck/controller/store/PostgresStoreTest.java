package io.fleetcheck.controller.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against a server of its own, of Debian's package. */
class PostgresStoreTest extends RunStoreContract {
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static PostgresServer server;

  private final String database = "fleet" + DATABASES.incrementAndGet();
  private boolean made;

  @BeforeAll
  static void start() throws IOException {
    server = PostgresServer.start();
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  @Override
  synchronized RunStore open() throws StoreException {
    if (!made) {
      server.createDatabase(database);
      made = true;
    }
    return Stores.open(server.url(database));
  }

  @Test
  void saysThatNoServerIsThere() {
    StoreException refused =
        assertThrows(
            StoreException.class,
            () -> Stores.open("jdbc:postgresql://ada:secret@127.0.0.1:1/x?password=secret"));
    assertTrue(
        refused.line().startsWith("jdbc:postgresql://127.0.0.1:1/x cannot be reached"),
        refused.line());
    assertTrue(!refused.line().contains("secret"), refused.line());
  }

  @Test
  void leavesItsBackupsToTheServersTools() {
    StoreException refused =
        assertThrows(
            StoreException.class,
            () -> Stores.backup("jdbc:postgresql://127.0.0.1:1/x", Path.of("copy")));
    assertEquals("jdbc:postgresql://127.0.0.1:1/x: use pg_dump for it", refused.line());
  }
}
