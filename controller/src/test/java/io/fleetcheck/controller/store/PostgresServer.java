package io.fleetcheck.controller.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A PostgreSQL server on a loopback port, with its data in a directory that goes away with it. */
final class PostgresServer implements AutoCloseable {
  private final Path programs;
  private final Path directory;
  private final int port;

  private PostgresServer(Path programs, Path directory, int port) {
    this.programs = programs;
    this.directory = directory;
    this.port = port;
  }

  /** Skips the test, aloud, where Debian's package is missing. */
  static PostgresServer start() throws IOException {
    Optional<Path> programs = programs();
    if (programs.isEmpty()) {
      System.err.println("SKIPPED: PostgreSQL is missing: install postgresql");
    }
    assumeTrue(programs.isPresent(), "SKIPPED: PostgreSQL is missing: install postgresql");
    Path directory = Files.createTempDirectory("fleetcheck-postgres");
    // The server refuses to run as root, and its own user has to get here.
    if (isRoot()) {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
      must(List.of("chown", "postgres", directory.toString()));
    }
    PostgresServer server = new PostgresServer(programs.get(), directory, freePort());
    server.run("initdb", "-D", server.data(), "-U", "fleet", "-A", "trust", "--no-sync");
    server.run(
        "pg_ctl",
        "-D",
        server.data(),
        "-w",
        "-l",
        directory.resolve("log").toString(),
        "-o",
        "-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
            .formatted(server.port),
        "start");
    return server;
  }

  String url(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=fleet".formatted(port, database);
  }

  void createDatabase(String name) {
    try {
      run("createdb", "-h", "127.0.0.1", "-p", String.valueOf(port), "-U", "fleet", name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    run("pg_ctl", "-D", data(), "-m", "immediate", "stop");
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  private void run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
    }
    command.add(programs.resolve(program).toString());
    command.addAll(List.of(arguments));
    must(command);
  }

  /** Its output goes to a file: a server would keep a pipe open. */
  private static void must(List<String> command) throws IOException {
    Path output = Files.createTempFile("fleetcheck-postgres", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      int status = process.waitFor();
      assertEquals(0, status, command + ": " + Files.readString(output, StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      Files.delete(output);
    }
  }

  private static Optional<Path> programs() throws IOException {
    Path all = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(all)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(all)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Comparator.naturalOrder());
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
