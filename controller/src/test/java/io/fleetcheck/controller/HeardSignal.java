package io.fleetcheck.controller;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Whoever started us with nohup, or in the background, has our children ignore signals. */
public final class HeardSignal {
  private HeardSignal() {}

  /** Skips the test, aloud, where our children would ignore the signal. */
  public static void assumeHeard(String signal) throws IOException {
    int number = Map.of("HUP", 1, "INT", 2, "TERM", 15).getOrDefault(signal, 0);
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElseThrow();
    boolean heard =
        (Long.parseUnsignedLong(ignored.substring(8).strip(), 16) >> (number - 1) & 1) == 0;
    String skipped = "SKIPPED: this process was started with SIG" + signal + " ignored";
    if (!heard) {
      System.err.println(skipped);
    }
    assumeTrue(heard, skipped);
  }
}
