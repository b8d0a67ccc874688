package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The whole command in a process that has no terminal, as cron starts one. Its standard input stays
 * open, so that a question asked there would never end.
 */
record MainProcess(int status, String out, String err) {
  /**
   * @param typed is there to be read on standard input
   * @param store of runs, or {@code none}
   */
  static MainProcess run(String typed, String store, List<String> arguments) throws Exception {
    Skip.unlessInstalled("/usr/bin/setsid", "util-linux");
    Path out = Files.createTempFile("main", ".out");
    Path err = Files.createTempFile("main", ".err");
    try {
      Process process = start(out, err, store, arguments);
      try (OutputStream stdin = process.getOutputStream()) {
        stdin.write(typed.getBytes(StandardCharsets.UTF_8));
        stdin.flush();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "waits for somebody to answer");
      }
      return new MainProcess(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private static Process start(Path out, Path err, String store, List<String> arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "setsid",
                "--wait",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.fleetcheck.controller.cli.Main"));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("FLEETCHECK_STORE", store);
    builder.environment().remove("SSH_AUTH_SOCK");
    return builder.start();
  }
}
