package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What would be asked on a terminal, where there is none: never asked, and the way out is told. */
@Timeout(120)
class NoTerminalTest {
  private static final String ME = System.getProperty("user.name");
  private static final String SECRET = "s3cret";

  /** Of findings but no outcome of theirs: some host did not answer. */
  private static final int INCOMPLETE = 3;

  private static final int USAGE = 2;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -k | --ask-pass: there is no terminal to ask on; log in with a key, or set ansible_password in the inventory
          -b -K | --ask-become-pass: there is no terminal to ask on; let sudo do without a password, or set ansible_become_password in the inventory
          -J | vault password default@prompt: no terminal to ask on, expected --vault-password-file
          --vault-id lab@prompt | vault password lab@prompt: no terminal to ask on, expected --vault-password-file
          """)
  void aQuestionThatIsWantedEndsTheRunBeforeItBegins(String options, String line) throws Exception {
    Path inventory =
        Files.writeString(directory.resolve("hosts"), "nobody ansible_host=127.0.0.1\n");
    List<String> words = new ArrayList<>(List.of("audit"));
    words.addAll(List.of(options.split(" ", -1)));
    words.add(inventory.toString());
    MainProcess main = run(words);
    assertEquals(
        List.of("fleetcheck audit: " + line, "Help: fleetcheck audit --help"),
        main.err().lines().toList());
    assertEquals("", main.out());
    assertEquals(USAGE, main.status());
  }

  @Test
  void aKeyWithAPassphrase() throws Exception {
    Path key = directory.resolve("secret_key");
    Shell.must("ssh-keygen", "-q", "-t", "ed25519", "-N", SECRET, "-f", key.toString());
    try (RealSshd sshd =
        RealSshd.start(directory, List.of("ed25519"), "AuthorizedKeysFile " + key + ".pub")) {
      MainProcess main =
          run(List.of("audit", inventory(sshd, sshd.known("ed25519"), ME, key).toString()));
      unreachable(main, "authentication");
      assertTrue(
          main.out()
              .contains(
                  key
                      + ": it has a passphrase, and there is no terminal to ask on: add it to"
                      + " ssh-agent"),
          main.out());
    }
  }

  @Test
  void aHostKeyThatNobodyKnows() throws Exception {
    try (RealSshd sshd = RealSshd.start(directory, List.of("ed25519"))) {
      MainProcess main = audit(sshd, directory.resolve("none"), ME);
      unreachable(main, "host key");
      assertTrue(
          main.out().contains("ssh-keyscan -p " + sshd.port() + " 127.0.0.1 >> "), main.out());
      assertTrue(main.out().contains("--accept-new-host-keys"), main.out());
    }
  }

  @Test
  void aPasswordToLogInWith() throws Exception {
    try (TestUser user = TestUser.create("/bin/bash").withPassword(SECRET);
        RealSshd sshd =
            RealSshd.start(directory, List.of("ed25519"), "AuthenticationMethods password")) {
      MainProcess main = audit(sshd, sshd.known("ed25519"), user.name());
      unreachable(main, "authentication");
      assertTrue(main.out().contains("--ask-pass, -k"), main.out());
    }
  }

  @Test
  void aPasswordOfSudo() throws Exception {
    try (TestUser user =
            TestUser.create("/bin/bash").withPassword(SECRET).withSudoers("USER ALL=(ALL) ALL");
        RealSshd sshd = RealSshd.start(directory, List.of("ed25519"))) {
      MainProcess main = audit(sshd, sshd.known("ed25519"), user.name(), "-b");
      unreachable(main, "become");
      assertTrue(main.out().contains("give one with --ask-become-pass"), main.out());
    }
  }

  private static void unreachable(MainProcess main, String stage) {
    assertTrue(main.out().contains("box: unreachable at " + stage + ": "), main.out());
    assertEquals("", main.err());
    assertEquals(INCOMPLETE, main.status());
  }

  private MainProcess audit(RealSshd sshd, Path known, String user, String... options)
      throws Exception {
    List<String> words = new ArrayList<>(List.of("audit"));
    words.addAll(List.of(options));
    words.add(inventory(sshd, known, user, directory.resolve("id")).toString());
    return run(words);
  }

  private Path inventory(RealSshd sshd, Path known, String user, Path key) throws IOException {
    return Files.writeString(
        directory.resolve("hosts"),
        "box ansible_host=127.0.0.1 ansible_port=%d ansible_user=%s ansible_ssh_private_key_file=%s"
                .formatted(sshd.port(), user, key)
            + " ansible_ssh_common_args='-F none -o UserKnownHostsFile=%s -o IdentitiesOnly=yes'"
                .formatted(known));
  }

  /** The answers are there, for whoever would read them; a developer's disks are only looked at. */
  private static MainProcess run(List<String> words) throws Exception {
    List<String> all = new ArrayList<>(words);
    all.add("--mode=inspect");
    return MainProcess.run((SECRET + "\n").repeat(9) + "yes\n", "none", all);
  }
}
