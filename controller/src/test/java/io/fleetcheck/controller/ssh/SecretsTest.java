package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole program on a terminal, typed a passphrase and two passwords: none of them may be seen,
 * neither in what it prints and writes, nor in what any process of the machine shows.
 */
@Timeout(120)
class SecretsTest {
  private static final String PHRASE = "phr4se-of-the-key";
  private static final String LOGIN = "l0gin-w0rd";

  @TempDir private Path directory;

  @BeforeEach
  void skip() {
    Skip.unlessRoot("make users");
    Skip.unlessInstalled("/usr/bin/script", "bsdutils");
    Skip.unlessInstalled("/usr/bin/sudo", "sudo");
  }

  @Test
  void nothingShowsThem() throws Exception {
    try (TestUser user =
            TestUser.create("/bin/bash").withPassword(LOGIN).withSudoers("USER ALL=(ALL) ALL");
        RealSshd sshd = sshd()) {
      Seen seen = audit(inventory(sshd, user), LOGIN, LOGIN);
      assertEquals(0, seen.status() & ~3, seen.terminal());
      assertTrue(seen.terminal().contains("1 answered"), seen.terminal());
      assertTrue(seen.processes().contains("sudo"), "not looked at the right processes");
      unseen(seen, PHRASE, LOGIN);
    }
  }

  @Test
  void neitherDoesAFailure() throws Exception {
    try (TestUser user =
            TestUser.create("/bin/bash").withPassword(LOGIN).withSudoers("USER ALL=(ALL) ALL");
        RealSshd sshd = sshd()) {
      Path inventory = inventory(sshd, user);
      Seen login = audit(inventory, "wr0ng-to-log-in", LOGIN);
      assertTrue(login.terminal().contains("it refused"), login.terminal());
      unseen(login, PHRASE, "wr0ng-to-log-in");
      Seen become = audit(inventory, LOGIN, "wr0ng-to-become");
      assertTrue(become.terminal().contains("the password is wrong"), become.terminal());
      unseen(become, PHRASE, LOGIN, "wr0ng-to-become");
    }
  }

  /**
   * All that could be seen of a run.
   *
   * @param terminal what was printed
   * @param processes command lines and environments of all processes, while it ran
   * @param files what it wrote
   */
  private record Seen(int status, String terminal, String processes, String files) {}

  private static void unseen(Seen seen, String... secrets) {
    for (String secret : secrets) {
      assertFalse(seen.terminal().contains(secret), "on the terminal: " + secret);
      assertFalse(seen.processes().contains(secret), "in a process: " + secret);
      assertFalse(seen.files().contains(secret), "in a file: " + secret);
    }
  }

  /** Wants the key, then the password. */
  private RealSshd sshd() throws IOException {
    Path key = directory.resolve("secret_key");
    Shell.must("ssh-keygen", "-q", "-t", "ed25519", "-N", PHRASE, "-f", key.toString());
    return RealSshd.start(
        directory,
        List.of("ed25519"),
        "AuthorizedKeysFile " + key + ".pub",
        "AuthenticationMethods publickey,password");
  }

  private Path inventory(RealSshd sshd, TestUser user) throws IOException {
    return Files.writeString(
        directory.resolve("hosts.ini"),
        "box ansible_host=127.0.0.1 ansible_port=%d ansible_user=%s ansible_ssh_private_key_file=%s"
                .formatted(sshd.port(), user.name(), directory.resolve("secret_key"))
            + " ansible_ssh_common_args='-F none -o UserKnownHostsFile=%s -o IdentitiesOnly=yes'"
                .formatted(sshd.known("ed25519")));
  }

  private Seen audit(Path inventory, String login, String become) throws Exception {
    Path reports = Files.createTempDirectory(directory, "reports");
    String command =
        Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.fleetcheck.controller.cli.Main",
                "audit -v -k -b -K --mode inspect",
                "--store " + reports + "/runs.db",
                "--report table --report json=" + reports + "/a.json",
                "--report ndjson=" + reports + "/b.ndjson",
                inventory.toString())
            .reduce((a, b) -> a + " " + b)
            .orElseThrow();
    Process process =
        new ProcessBuilder("script", "-qec", command, "/dev/null")
            .redirectErrorStream(true)
            .start();
    StringBuilder terminal = new StringBuilder();
    CompletableFuture<String> processes =
        CompletableFuture.supplyAsync(() -> processesWhile(process), task -> daemon(task));
    Map<String, String> answers =
        Map.of("SSH password: ", login, "BECOME password: ", become, "secret_key: ", PHRASE);
    List<String> open = new ArrayList<>(answers.keySet());
    InputStream in = process.getInputStream();
    OutputStream out = process.getOutputStream();
    byte[] buffer = new byte[4096];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      terminal.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
      for (String prompt : List.copyOf(open)) {
        if (terminal.indexOf(prompt) >= 0) {
          open.remove(prompt);
          out.write((answers.get(prompt) + "\n").getBytes(StandardCharsets.UTF_8));
          out.flush();
        }
      }
    }
    assertEquals(List.of(), open, "never asked for; " + terminal);
    return new Seen(process.waitFor(), terminal.toString(), processes.get(), files(reports));
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private static String files(Path directory) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        text.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return text.toString();
  }

  /** Looked at again and again until the process has ended. */
  private static String processesWhile(Process process) {
    StringBuilder text = new StringBuilder();
    boolean ended = false;
    while (!ended) {
      for (ProcessHandle other : ProcessHandle.allProcesses().toList()) {
        for (String file : List.of("cmdline", "environ")) {
          try {
            byte[] content = Files.readAllBytes(Path.of("/proc/" + other.pid(), file));
            text.append(new String(content, StandardCharsets.ISO_8859_1));
          } catch (IOException gone) {
            // Since it was listed.
          }
        }
      }
      try {
        ended = process.waitFor(30, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        ended = true;
      }
    }
    return text.toString();
  }
}
