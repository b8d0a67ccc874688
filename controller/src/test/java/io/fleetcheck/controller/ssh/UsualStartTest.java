package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The start script's short way, which is taken only on a host where a close look would find all
 * right too.
 */
@Timeout(60)
class UsualStartTest {
  private static final String MARK = "fleetcheck-0123456789ab";
  private static final String DASH = "/bin/dash";
  private static final String BASH = "/bin/bash --posix";
  private static final String BUSYBOX = "/bin/busybox sh";
  private static final Path HOME = Path.of(System.getProperty("user.home"));

  /** Below home, whose directories nobody else can write to. */
  private final Path directory;

  private final Path jdk;

  UsualStartTest() throws IOException {
    directory = Files.createTempDirectory(HOME, ".fleetcheck-test");
    jdk = Files.createDirectories(directory.resolve("jdk"));
  }

  @BeforeEach
  void install() throws IOException {
    TestAgent.removeCopies();
    Path java = Files.createDirectory(jdk.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho started\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    version("17.0.1");
    Files.createSymbolicLink(directory.resolve("java"), java);
  }

  @AfterEach
  void remove() throws IOException {
    TestAgent.removeCopies();
    Shell.must("rm", "-r", directory.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {DASH, BASH, BUSYBOX})
  void whatIsThereIsNotAskedForAgain(String shell) throws IOException {
    assertEquals(List.of("shell", "more", "push", "stored", "start"), start(shell).words());

    Started second = start(shell);
    assertEquals(List.of("shell", "start"), second.words());
    assertEquals(jdk.resolve("bin/java") + " 17.0.1", second.rest("start"));
    assertEquals(Shell.must("id", "-u").strip(), second.rest("shell"));
  }

  @ParameterizedTest
  @ValueSource(strings = {DASH, BASH, BUSYBOX})
  void aCopyThatOthersMayReplaceIsNotTaken(String shell) throws IOException {
    start(shell);
    Path cache = cache();
    for (Path spoilt : List.of(cache.resolve(TestAgent.FILE), cache)) {
      Shell.must("chmod", "o+w", spoilt.toString());
      try {
        Started again = start(shell);
        assertTrue(again.words().contains("more"), again.words().toString());
        // Put right or put elsewhere, but not run as it is.
        assertTrue(again.words().contains("push"), again.words().toString());
      } finally {
        Shell.must("chmod", "700", cache.toString());
        TestAgent.removeCopies();
      }
      start(shell);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {DASH, BASH, BUSYBOX})
  void aDamagedCopyIsNotTaken(String shell) throws IOException {
    start(shell);
    Path copy = cache().resolve(TestAgent.FILE);
    byte[] content = Files.readAllBytes(copy);
    content[content.length / 2] ^= 1;
    Files.write(copy, content);

    Started again = start(shell);

    assertEquals(List.of("shell", "more", "push", "stored", "start"), again.words());
  }

  @ParameterizedTest
  @ValueSource(strings = {DASH, BASH, BUSYBOX})
  void anOldJavaIsNotTaken(String shell) throws IOException {
    start(shell);
    version("11.0.2");

    Started again = start(shell);

    assertTrue(again.words().contains("more"), again.words().toString());
    String old = directory.resolve("java") + ": version 11.0.2, older than 17";
    assertEquals(old, again.rest("candidate"));
  }

  @ParameterizedTest
  @ValueSource(strings = {DASH, BASH, BUSYBOX})
  void rootTakesNoJavaThatOthersMayReplace(String shell) throws IOException {
    Skip.unlessRoot("be somebody who has to mind others");
    start(shell);
    for (Path spoilt : List.of(jdk.resolve("bin/java"), jdk.resolve("bin"), jdk)) {
      String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(spoilt));
      Shell.must("chmod", "o+w", spoilt.toString());
      Started again = start(shell);
      Files.setPosixFilePermissions(spoilt, PosixFilePermissions.fromString(mode));

      assertTrue(again.words().contains("more"), spoilt + ": " + again.words());
      assertEquals(
          directory.resolve("java")
              + ": not safe for root: "
              + spoilt
              + " is writable by everybody",
          again.rest("candidate"));
      assertFalse(again.rest("start").startsWith(jdk.toString()), again.rest("start"));
    }
    Shell.must("chown", "1:0", jdk.toString());
    Started again = start(shell);
    assertEquals(
        directory.resolve("java") + ": not safe for root: " + jdk + " belongs to user 1",
        again.rest("candidate"));
  }

  private void version(String text) throws IOException {
    Files.writeString(jdk.resolve("release"), "A=\"b\"\nJAVA_VERSION=\"" + text + "\"\n");
  }

  /** Where the first start has put the agent. */
  private static Path cache() {
    Path root = Path.of("/var/lib/fleetcheck/agent");
    return Files.exists(root.resolve(TestAgent.FILE)) ? root : HOME.resolve(".cache/fleetcheck");
  }

  private Started start(String shell) throws IOException {
    String[] words = shell.split(" ", -1);
    Skip.unless(Files.isExecutable(Path.of(words[0])), "there is no " + words[0]);
    ProcessBuilder builder =
        new ProcessBuilder(
            "/bin/sh", "-c", Scripts.COMMAND.replace("/bin/sh", String.join(" ", words)));
    builder.environment().put("PATH", directory + ":" + System.getenv("PATH"));
    builder.environment().remove("XDG_CACHE_HOME");
    builder.environment().put("HOME", HOME.toString());
    Process process = builder.redirectErrorStream(true).start();
    List<Marks.Mark> said = new ArrayList<>();
    OutputStream in = process.getOutputStream();
    try (InputStream out = new BufferedInputStream(process.getInputStream())) {
      answer(in, Scripts.load().startLine(MARK, TestAgent.JAR, "", false) + "\n");
      Marks marks = new Marks(out, MARK);
      for (Optional<Marks.Mark> next = marks.next(); next.isPresent(); next = marks.next()) {
        said.add(next.get());
        switch (next.get().word()) {
          case "more" -> answer(in, Scripts.load().prepareLine(false) + "\n");
          case "push" -> {
            in.write(TestAgent.JAR.content());
            in.flush();
          }
          // A real Java that was found instead waits for its request.
          case "start" -> in.close();
          default -> {}
        }
      }
    }
    return new Started(said);
  }

  private static void answer(OutputStream in, String line) throws IOException {
    in.write(line.getBytes(StandardCharsets.US_ASCII));
    in.flush();
  }

  private record Started(List<Marks.Mark> said) {
    List<String> words() {
      return said.stream().map(Marks.Mark::word).toList();
    }

    String rest(String word) {
      return said.stream()
          .filter(mark -> mark.word().equals(word))
          .findFirst()
          .map(Marks.Mark::rest)
          .orElse("");
    }
  }
}
