package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** This machine, without SSH. */
final class LocalLink implements Link {
  private Optional<Process> process = Optional.empty();
  private boolean cut;

  @Override
  public synchronized Running exec(String command) throws IOException {
    if (cut) {
      throw new IOException("cut off before the start");
    }
    Process started = new ProcessBuilder("/bin/sh", "-c", command).start();
    process = Optional.of(started);
    return new Child(started);
  }

  @Override
  public synchronized void cut() {
    cut = true;
    process.ifPresent(LocalLink::end);
  }

  /**
   * Kills the agent, and lets the shell that started it end by itself, having cleaned up. Under
   * sudo the agent is another user's and cannot be killed; but it ends with its input.
   */
  private static void end(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    children.forEach(ProcessHandle::destroyForcibly);
    Thread closing =
        new Thread(
            () -> {
              try {
                process.getOutputStream().close();
              } catch (IOException gone) {
                // Then it has lost its input already.
              }
            },
            "fleetcheck-hang-up");
    closing.setDaemon(true);
    closing.start();
  }

  private record Child(Process process) implements Running {
    @Override
    public OutputStream stdin() {
      return process.getOutputStream();
    }

    @Override
    public InputStream stdout() {
      return process.getInputStream();
    }

    @Override
    public InputStream stderr() {
      return process.getErrorStream();
    }

    @Override
    public Exit exit() throws IOException {
      try {
        return process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)
            ? Exit.ofStatus(process.exitValue())
            : new Exit(OptionalInt.empty(), Optional.empty());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while the agent was ending", e);
      }
    }
  }
}
