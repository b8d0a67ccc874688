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
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A password is asked for on the terminal, wherever standard input and output go. */
@Timeout(120)
class TerminalPromptTest {
  private static final String SECRET = "s3cret";

  @TempDir private Path directory;

  @Test
  void whereTheReportGoesToAFileAndNothingIsReadFromStandardInput() throws Exception {
    Skip.unlessInstalled("/usr/bin/script", "bsdutils");
    try (TestUser user =
            TestUser.create("/bin/bash").withPassword(SECRET).withSudoers("USER ALL=(ALL) ALL");
        RealSshd sshd = RealSshd.start(directory, List.of("ed25519"))) {
      Path report = directory.resolve("report.json");
      String audit =
          String.join(
              " ",
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1 -cp",
              System.getProperty("java.class.path"),
              "io.fleetcheck.controller.cli.Main audit -b -K --mode=inspect --store=none",
              "--report json",
              inventory(sshd, user).toString());
      // The terminal of script(1); the shell below it tells its settings before and after.
      Terminal terminal =
          new Terminal(
              "stty -g; " + audit + " < /dev/null > " + report + "; echo ended $?; stty -g");
      terminal.await("BECOME password: ");
      terminal.type(SECRET);

      String seen = terminal.end();
      assertTrue(seen.contains("ended "), seen);
      assertFalse(seen.contains(SECRET), seen);
      String json = Files.readString(report);
      assertTrue(json.contains("\"outcome\" : \"answered\""), json + seen);
      List<String> settings = seen.lines().filter(line -> line.matches("[0-9a-f:]{20,}")).toList();
      assertEquals(2, settings.size(), seen);
      assertEquals(settings.get(0), settings.get(1));
    }
  }

  private Path inventory(RealSshd sshd, TestUser user) throws IOException {
    return Files.writeString(
        directory.resolve("hosts"),
        "box ansible_host=127.0.0.1 ansible_port=%d ansible_user=%s ansible_ssh_private_key_file=%s"
                .formatted(sshd.port(), user.name(), directory.resolve("id"))
            + " ansible_ssh_common_args='-F none -o UserKnownHostsFile=%s -o IdentitiesOnly=yes'"
                .formatted(sshd.known("ed25519")));
  }

  /** A command on a terminal of its own. */
  private static final class Terminal {
    private final Process script;
    private final StringBuilder seen = new StringBuilder();

    Terminal(String command) throws IOException {
      script =
          new ProcessBuilder("script", "-q", "-c", command, "/dev/null")
              .redirectErrorStream(true)
              .start();
    }

    /** What comes is waited for as long as the test may take. */
    void await(String text) throws IOException {
      InputStream out = script.getInputStream();
      for (int b = out.read(); b >= 0; b = out.read()) {
        seen.append((char) b);
        if (seen.indexOf(text) >= 0) {
          return;
        }
      }
      throw new IOException("ended without " + text + ": " + seen);
    }

    void type(String line) throws IOException {
      OutputStream in = script.getOutputStream();
      in.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      in.flush();
    }

    String end() throws Exception {
      seen.append(new String(script.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
      assertTrue(script.waitFor(60, TimeUnit.SECONDS));
      return seen.toString();
    }
  }
}
