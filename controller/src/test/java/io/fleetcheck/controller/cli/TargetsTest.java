package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.inventory.ConnectionOptions;
import io.fleetcheck.inventory.InventoryContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetsTest {
  @TempDir Path directory;

  @Test
  void warnsOnceOfWhatManyHostsHave() throws IOException, UsageException {
    Files.writeString(
        directory.resolve("hosts"),
        "[all:vars]\nansible_ssh_retries=3\n[web]\ndb[1:9]\nlone ansible_ssh_use_tty=no\n");
    InventoryContext context = InventoryContext.of(directory, directory, Map.of());
    Targets targets =
        Targets.select(List.of("hosts"), "all", Optional.empty(), context)
            .resolve(ConnectionOptions.none());
    assertEquals(
        List.of(
            "ansible_ssh_retries: it is not honoured, host db1 and 9 others",
            "host lone: ansible_ssh_use_tty: it is not honoured, host lone"),
        targets.warnings());
  }
}
