package io.fleetcheck.controller.cli;

import static io.fleetcheck.controller.HeardSignal.assumeHeard;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real signals, hence processes. */
class SignalTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void auditEndsInOrder(String signal) throws Exception {
    assumeHeard(signal);
    // Accepts connections, and never says a word.
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path inventory =
          Files.writeString(
              directory.resolve("hosts"),
              "silent ansible_host=127.0.0.1 ansible_timeout=600 ansible_port="
                  + silent.getLocalPort());
      Process audit = java(Main.class, "audit", "-v", inventory.toString());
      try (BufferedReader err = audit.errorReader()) {
        await(err, "silent: connect");
        kill(audit, signal);
        await(err, "fleetcheck: stopping");
        String out = new String(audit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(ExitCode.ABORTED, exit(audit));
        assertTrue(out.contains("ABORTED before the end"), out);
        assertTrue(out.contains("silent: skipped"), out);
      }
    }
  }

  @Test
  void secondSignalLeavesAtOnce() throws Exception {
    assumeHeard("INT");
    Process stubborn = java(Stubborn.class);
    try (BufferedReader out = stubborn.inputReader()) {
      await(out, "ready");
      kill(stubborn, "INT");
      await(out, "first");
      assertTrue(stubborn.isAlive());
      kill(stubborn, "INT");
      assertEquals(ExitCode.ABORTED, exit(stubborn));
    }
  }

  /** Does not end when it is asked to. */
  static final class Stubborn {
    private Stubborn() {}

    public static void main(String[] arguments) throws InterruptedException {
      new SignalInterrupts().onFirst(() -> System.out.println("first"));
      System.out.println("ready");
      new CountDownLatch(1).await();
    }
  }

  private static Process java(Class<?> main, String... arguments) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put(StoreArguments.VARIABLE, "none");
    return builder.start();
  }

  private static void kill(Process process, String signal) throws Exception {
    assertEquals(0, new ProcessBuilder("kill", "-" + signal, process.pid() + "").start().waitFor());
  }

  private static void await(BufferedReader reader, String start) throws IOException {
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.startsWith(start)) {
        return;
      }
    }
    throw new AssertionError("the process ended without saying " + start);
  }

  private static int exit(Process process) throws InterruptedException {
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return process.exitValue();
  }
}
