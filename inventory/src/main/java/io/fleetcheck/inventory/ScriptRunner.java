package io.fleetcheck.inventory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Runs programs that an inventory names, within limits of time and output. */
final class ScriptRunner {
  private final InventoryContext context;

  ScriptRunner(InventoryContext context) {
    this.context = context;
  }

  /** What a program wrote and how it ended. */
  record Output(int exit, String stdout, String stderr) {}

  /** A program that did not start, or was killed at a limit. */
  static final class Unfinished extends Exception {
    private final String expected;

    Unfinished(String what, String expected) {
      super(what);
      this.expected = expected;
    }

    String expected() {
      return expected;
    }
  }

  Output run(Path program, List<String> arguments) throws Unfinished {
    Process process;
    try {
      ProcessBuilder builder = new ProcessBuilder(program.toString());
      builder.command().addAll(arguments);
      builder.environment().clear();
      builder.environment().putAll(context.environment());
      process = builder.directory(context.directory().toFile()).start();
    } catch (IOException cannotRun) {
      throw new Unfinished("cannot be executed" + reason(cannotRun), "a program");
    }
    try {
      process.getOutputStream().close();
      return collect(process);
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** The kernel's, which Java puts behind a number. */
  private static String reason(IOException failed) {
    String message = String.valueOf(failed.getMessage());
    int at = message.indexOf("error=");
    int comma = message.indexOf(", ", at);
    return at < 0 || comma < 0 ? "" : ": " + message.substring(comma + 2);
  }

  private Output collect(Process process) throws Unfinished {
    CompletableFuture<byte[]> stdout = read(process.getInputStream());
    CompletableFuture<byte[]> stderr = read(process.getErrorStream());
    Duration limit = context.limits().scriptTime();
    try {
      byte[] out =
          CompletableFuture.allOf(stdout, stderr)
              .thenCombine(process.onExit(), (nothing, ended) -> stdout.join())
              .get(limit.toMillis(), TimeUnit.MILLISECONDS);
      int most = context.limits().fileBytes();
      if (out.length > most || stderr.join().length > most) {
        throw new Unfinished("script prints too much", "at most " + most + " bytes");
      }
      return new Output(
          process.exitValue(), SurrogateEscape.decode(out), SurrogateEscape.decode(stderr.join()));
    } catch (java.util.concurrent.TimeoutException late) {
      boolean full = stdout.isDone() && stdout.join().length > context.limits().fileBytes();
      throw full
          ? new Unfinished(
              "script prints too much", "at most " + context.limits().fileBytes() + " bytes")
          : new Unfinished("script does not end", "an end within " + limit.toSeconds() + " s");
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new Unfinished("interrupted", "");
    }
  }

  /** One byte more than allowed is enough to know; then the program may block or die. */
  private CompletableFuture<byte[]> read(InputStream in) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (in) {
            return in.readNBytes(context.limits().fileBytes() + 1);
          } catch (IOException closed) {
            throw new UncheckedIOException(closed);
          }
        },
        ScriptRunner::onItsOwn);
  }

  /** A thread that a program can hold for ever without holding up anything. */
  private static void onItsOwn(Runnable reading) {
    Thread thread = new Thread(reading, "inventory script output");
    thread.setDaemon(true);
    thread.start();
  }
}
