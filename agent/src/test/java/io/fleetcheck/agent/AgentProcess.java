package io.fleetcheck.agent;

import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventReader;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Turn;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A real agent in a process of its own, started as on a host. */
final class AgentProcess implements AutoCloseable {
  private static final String TOKEN = "t0ken";

  private final Process process;
  private final EventReader events;
  private final List<Event> seen = new ArrayList<>();

  /** The agent as it is shipped. */
  static AgentProcess start() throws IOException {
    return withMemory(64);
  }

  /** Others are shipped with 64 MiB. */
  static AgentProcess withMemory(int mebibytes) throws IOException {
    return new AgentProcess(mebibytes, List.of(), List.of(AgentMain.class.getName()));
  }

  /** The agent as it is shipped, started by another command. */
  static AgentProcess startedBy(String... command) throws IOException {
    return new AgentProcess(64, List.of(command), List.of(AgentMain.class.getName()));
  }

  /** One that takes loop devices for disks. */
  static AgentProcess onLoops(Path lock, String... names) throws IOException {
    return onLoops(30_000, lock, names);
  }

  /**
   * @param stuckMillis after which a call counts as stuck
   */
  static AgentProcess onLoops(long stuckMillis, Path lock, String... names) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(LoopAgent.class.getName(), lock.toString(), Long.toString(stuckMillis)));
    arguments.addAll(List.of(names));
    return new AgentProcess(64, List.of(), arguments);
  }

  private AgentProcess(int mebibytes, List<String> starter, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(starter);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx" + mebibytes + "m",
            "-XX:-UsePerfData",
            "-cp",
            classPath()));
    command.addAll(arguments);
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    events = new EventReader(new BufferedInputStream(process.getInputStream()), TOKEN);
  }

  private static String classPath() {
    String path = System.getProperty("surefire.test.class.path");
    return path == null
        ? System.getProperty("java.class.path")
        : path.replace(":", File.pathSeparator);
  }

  static Request request(ProbeMode mode, long deadlineSeconds) {
    return new Request(
        Request.PROTOCOL,
        TOKEN,
        Request.Action.AUDIT,
        "/",
        mode,
        List.of(),
        new Request.Budget(10_000, 128L << 20, 1.5, 2.0),
        0,
        false,
        deadlineSeconds,
        0);
  }

  /** The request, and what the controller says to the agent's hello. */
  AgentProcess say(Request request) throws IOException {
    return say(Codec.encode(request)).say(Codec.encode(Admission.GRANTED));
  }

  AgentProcess say(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    return this;
  }

  /** Reads on until an event of that kind, granting every turn; none coming fails the test. */
  <T extends Event> T until(Class<T> kind) throws IOException {
    for (Optional<Event> next = events.next(); next.isPresent(); next = events.next()) {
      Event event = next.get();
      seen.add(event);
      if (event instanceof Event.TurnWanted wanted) {
        say(Codec.encode(new Turn(wanted.disk(), true, "")));
      }
      if (kind.isInstance(event)) {
        return kind.cast(event);
      }
    }
    throw new IllegalStateException("no " + kind.getSimpleName() + " after " + seen + noise());
  }

  /** Of the agent's, an event's or a part of one. */
  long lines() {
    return events.count();
  }

  List<Event> seen() {
    return seen;
  }

  /** What is written besides events, when there is no event any more. */
  String noiseOnly() throws IOException {
    if (events.next().isPresent()) {
      throw new IllegalStateException("an event where none was expected");
    }
    return noise();
  }

  private String noise() {
    return events.noise();
  }

  void endInput() throws IOException {
    process.getOutputStream().close();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** The process's exit code, once it has ended by itself. */
  int exit() throws InterruptedException {
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the agent does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
