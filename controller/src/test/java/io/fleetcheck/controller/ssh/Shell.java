package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Programs that tests need, run to their end. */
final class Shell {
  private Shell() {}

  /** What a program said, both ways. */
  record Result(int status, String text) {}

  static Result run(String... command) throws IOException {
    return runWithInput("", command);
  }

  static Result runWithInput(String input, String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        throw new IOException(String.join(" ", command) + " does not end");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return new Result(process.exitValue(), text);
  }

  /** Fails the test where the program does. */
  static String must(String... command) throws IOException {
    Result result = run(command);
    if (result.status() != 0) {
      throw new IOException(String.join(" ", command) + ": " + result.text());
    }
    return result.text();
  }
}
