package io.fleetcheck.controller.ssh.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The ssh of this machine, asked what it would do: {@code ssh -G}. */
final class OpenSsh {
  private final Path program;

  private OpenSsh(Path program) {
    this.program = program;
  }

  /** The one in PATH. */
  static Optional<OpenSsh> find(Map<String, String> environment) {
    return Stream.of(environment.getOrDefault("PATH", "").split(":"))
        .filter(directory -> directory.startsWith("/"))
        .map(directory -> Path.of(directory, "ssh"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(OpenSsh::new);
  }

  /**
   * @param arguments but {@code -G} and the host
   * @param started takes what ends the question early: {@code Match exec} may run anything
   * @throws IOException where ssh complains, with its words
   */
  Options ask(List<String> arguments, String host, Consumer<Runnable> started) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString(), "-G", "-T"));
    command.addAll(arguments);
    command.add("--");
    command.add(host);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .start();
    started.accept(() -> end(process));
    CompletableFuture<String> complaint =
        CompletableFuture.supplyAsync(() -> text(process.getErrorStream()), OpenSsh::daemon);
    String answer = text(process.getInputStream());
    int status = process.onExit().join().exitValue();
    if (status != 0) {
      // What Match exec left behind may hold it open.
      String said =
          complaint
              .completeOnTimeout("", 1, TimeUnit.SECONDS)
              .join()
              .strip()
              .replaceAll("\\s*\\R\\s*", " / ");
      throw new IOException(
          said.isEmpty() ? "ssh -G ended with status " + status : "ssh says: " + said);
    }
    return options(answer);
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "fleetcheck-ssh-config");
    thread.setDaemon(true);
    thread.start();
  }

  /** With what {@code Match exec} started, which may hold its outputs open. */
  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static String text(InputStream in) {
    try (in) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException ended) {
      return "";
    }
  }

  private static Options options(String answer) {
    Options options = new Options();
    answer
        .lines()
        .forEach(
            line -> {
              String[] parts = line.split(" ", 2);
              options.add(
                  parts[0], Options.Value.printed(parts[0], parts.length > 1 ? parts[1] : ""));
            });
    return options;
  }
}
