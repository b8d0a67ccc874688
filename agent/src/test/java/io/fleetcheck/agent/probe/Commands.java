package io.fleetcheck.agent.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Runs system tools for tests. */
public final class Commands {
  private Commands() {}

  /** What it printed; its failure is the test's. */
  public static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      if (process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0) {
        return output;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IOException(String.join(" ", command) + ": " + output);
  }
}
