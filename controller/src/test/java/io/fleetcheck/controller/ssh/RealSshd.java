package io.fleetcheck.controller.ssh;

import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.ConnectionSettings.Become;
import io.fleetcheck.inventory.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;

/** This machine's own sshd on a loopback port, with keys and settings of its own. */
final class RealSshd implements AutoCloseable {
  static final String HOST = "127.0.0.1";
  private static final String SSHD = "/usr/sbin/sshd";

  private final Path directory;
  private final Process process;
  private final int port;
  private final List<String> log = new CopyOnWriteArrayList<>();

  private RealSshd(Path directory, Process process, int port) {
    this.directory = directory;
    this.process = process;
    this.port = port;
  }

  /**
   * @param directory where keys are made: {@code id} for users, {@code host_TYPE} for the host
   * @param types of the host's keys
   * @param config further lines
   */
  static RealSshd start(Path directory, List<String> types, String... config) throws IOException {
    return startBehind(List.of(), directory, types, config);
  }

  /**
   * @param before a command that ends as the one it is given
   */
  static RealSshd startBehind(
      List<String> before, Path directory, List<String> types, String... config)
      throws IOException {
    Skip.unlessInstalled(SSHD, "openssh-server");
    Skip.unlessInstalled("/usr/bin/ssh-keygen", "openssh-client");
    if (Skip.isRoot()) {
      Files.createDirectories(Path.of("/run/sshd"));
    }
    key(directory, "id", "ed25519");
    // sshd reads the public key as the user who logs in.
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    int port = freePort();
    List<String> lines = new ArrayList<>();
    for (String type : types) {
      lines.add("HostKey " + key(directory, "host_" + type, type));
    }
    lines.addAll(List.of(config));
    lines.addAll(
        List.of(
            "ListenAddress " + HOST,
            "Port " + port,
            "PidFile none",
            "UsePAM no",
            "StrictModes no",
            "AuthorizedKeysFile " + directory.resolve("id.pub"),
            "PermitRootLogin yes",
            // Else each login does whatever the .bashrc of whoever runs the tests does.
            "Match User " + System.getProperty("user.name"),
            "SetEnv HOME=" + Files.createDirectories(directory.resolve("home-there"))));
    Path file = Files.write(directory.resolve("sshd_config"), lines);
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of(SSHD, "-D", "-e", "-f", file.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    RealSshd sshd = new RealSshd(directory, process, port);
    sshd.awaitStart();
    return sshd;
  }

  /** Makes a key unless it is there. */
  static Path key(Path directory, String name, String type) throws IOException {
    Path file = directory.resolve(name);
    if (!Files.exists(file)) {
      Shell.must("ssh-keygen", "-q", "-t", type, "-N", "", "-C", "", "-f", file.toString());
    }
    return file;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitStart() throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      said.append(line).append('\n');
      if (line.contains("listening on")) {
        Thread drain =
            new Thread(
                () -> {
                  try {
                    for (String next = out.readLine(); next != null; next = out.readLine()) {
                      log.add(next);
                    }
                  } catch (IOException ended) {
                    // With the process.
                  }
                });
        drain.setDaemon(true);
        drain.start();
        return;
      }
    }
    throw new IOException("sshd did not start: " + said);
  }

  int port() {
    return port;
  }

  /** How often it has told something, once it has told something else as well. */
  long said(String what, String after) {
    while (log.stream().noneMatch(line -> line.contains(after))) {
      Thread.onSpinWait();
    }
    return log.stream().filter(line -> line.contains(what)).count();
  }

  Path directory() {
    return directory;
  }

  /** Type and key, as a known_hosts line has them. */
  static String publicKey(Path key) throws IOException {
    String[] fields = Files.readString(Path.of(key + ".pub")).split(" ", -1);
    return fields[0].strip() + " " + fields[1].strip();
  }

  Path knownHosts(String... lines) throws IOException {
    return Files.write(directory.resolve("known_hosts"), List.of(lines));
  }

  /** A known_hosts with this host's key of one type. */
  Path known(String type) throws IOException {
    Path key = directory.resolve("host_" + type);
    return knownHosts("[" + HOST + "]:" + port + " " + publicKey(key));
  }

  ConnectionSettings settings(String user, Path knownHosts) {
    return settings(user, knownHosts, Optional.empty(), Optional.empty());
  }

  ConnectionSettings settings(
      String user, Path knownHosts, Optional<Become> become, Optional<Secret> password) {
    return new ConnectionSettings(
        "box",
        ConnectionSettings.Method.SSH,
        HOST,
        OptionalInt.of(port),
        Optional.of(user),
        password,
        List.of(directory.resolve("id")),
        List.of(),
        Optional.empty(),
        List.of(knownHosts),
        true,
        Duration.ofSeconds(20),
        become);
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
