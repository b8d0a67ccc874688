package io.fleetcheck.controller.ssh;

import static io.fleetcheck.controller.HeardSignal.assumeHeard;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shell that starts the agent and waits for it, as the POSIX shells of this machine do it. */
@Timeout(60)
class AgentShellTest {
  private static final String MARK = "fleetcheck-0123456789ab";
  private static final String DASH = "/bin/dash";
  private static final String BASH = "/bin/bash --posix";
  private static final String BUSYBOX = "/bin/busybox sh";

  @AfterEach
  void removeCopies() throws IOException {
    TestAgent.removeCopies();
  }

  @ParameterizedTest
  @ValueSource(strings = {DASH, BASH, BUSYBOX})
  void theAgentsExitStatusIsTheShells(String shell) throws Exception {
    try (Started ended = Started.by(shell, "/")) {
      assertInstanceOf(Event.Done.class, ended.last());
      assertEquals(0, ended.exit());
      assertEquals("", ended.complaints());
    }
    try (Started failed = Started.by(shell, "exit")) {
      assertEquals(7, failed.exit());
      assertEquals("something went wrong", failed.complaints());
    }
    try (Started killed = Started.by(shell, "kill")) {
      assertEquals(128 + 9, killed.exit());
      assertEquals("", killed.complaints());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {DASH, BASH, BUSYBOX})
  void theEndOfInputEndsTheAgent(String shell) throws Exception {
    try (Started waiting = Started.by(shell, "wait")) {
      waiting.next();
      waiting.process.getOutputStream().close();
      assertEquals(new Event.Failed("standard input was closed"), waiting.last());
      assertEquals(1, waiting.exit());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {DASH, BASH, BUSYBOX})
  void whatIsToEndTheShellEndsTheAgent(String shell) throws Exception {
    for (String signal : List.of("TERM", "HUP", "INT")) {
      assumeHeard(signal);
      try (Started waiting = Started.by(shell, "wait")) {
        ProcessHandle agent = ProcessHandle.of(((Event.Hello) waiting.next()).pid()).orElseThrow();
        Shell.must("kill", "-" + signal, Long.toString(waiting.process.pid()));
        assertEquals(128 + 15, waiting.exit(), signal);
        assertFalse(agent.isAlive(), signal);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {DASH, BASH, BUSYBOX})
  void aShellThatIsKilledLeavesAnAgentThatEndsWithItsInput(String shell) throws Exception {
    try (Started waiting = Started.by(shell, "wait")) {
      ProcessHandle agent = ProcessHandle.of(((Event.Hello) waiting.next()).pid()).orElseThrow();
      Shell.must("kill", "-KILL", Long.toString(waiting.process.pid()));
      waiting.process.getOutputStream().close();
      agent.onExit().get(30, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {DASH, BASH, BUSYBOX})
  void theTraceInstanceOfAKilledAgentAndNoOtherIsRemoved(String shell) throws Exception {
    try (TraceFs traces = TraceFs.mounted();
        Started killed = Started.by(shell, "kill tracing")) {
      long pid = ((Event.Hello) killed.next()).pid();
      assertEquals(128 + 9, killed.exit());
      List<String> left =
          traces.instances().stream()
              .filter(name -> name.startsWith("fleetcheck-" + pid + "-"))
              .toList();
      for (String other : left) {
        traces.remove(other);
      }
      // The stub makes another one, as if by a process of the same number that was born later.
      assertEquals(1, left.size(), left.toString());
    }
  }

  /** One agent behind a shell. */
  private static final class Started implements AutoCloseable {
    private final Process process;
    private final EventReader events;
    private final Path complaints;

    private Started(Process process, InputStream out, Path complaints) {
      this.process = process;
      this.events = new EventReader(out, TestAgent.request("", 1).token());
      this.complaints = complaints;
    }

    static Started by(String shell, String behaviour) throws IOException {
      String[] words = shell.split(" ", -1);
      Skip.unless(Files.isExecutable(Path.of(words[0])), "there is no " + words[0]);
      Path complaints = Files.createTempFile("complaints", "");
      Process process =
          new ProcessBuilder(
                  "/bin/sh", "-c", Scripts.COMMAND.replace("/bin/sh", String.join(" ", words)))
              .redirectError(complaints.toFile())
              .start();
      InputStream out = new BufferedInputStream(process.getInputStream());
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      say(process, Scripts.load().startLine(MARK, TestAgent.JAR, java, false) + "\n");
      Marks marks = new Marks(out, MARK);
      for (String word = ""; !word.equals("start"); ) {
        Optional<Marks.Mark> said = marks.next();
        word = said.orElseThrow(() -> new IOException(marks.noise())).word();
        if (word.equals("more")) {
          say(process, Scripts.load().prepareLine(false) + "\n");
        } else if (word.equals("push")) {
          process.getOutputStream().write(TestAgent.JAR.content());
          process.getOutputStream().flush();
        }
      }
      say(process, Codec.encode(TestAgent.request(behaviour, 60)) + "\n");
      say(process, Codec.encode(Admission.GRANTED) + "\n");
      return new Started(process, out, complaints);
    }

    private static void say(Process process, String text) throws IOException {
      OutputStream stdin = process.getOutputStream();
      stdin.write(text.getBytes(StandardCharsets.US_ASCII));
      stdin.flush();
    }

    Event next() throws IOException {
      return events.next().orElseThrow(() -> new IOException(events.noise()));
    }

    Event last() throws IOException {
      Event last = next();
      for (Optional<Event> event = events.next(); event.isPresent(); event = events.next()) {
        last = event.get();
      }
      return last;
    }

    int exit() throws Exception {
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), "the shell does not end");
      return process.exitValue();
    }

    String complaints() throws IOException {
      return Files.readString(complaints).strip();
    }

    @Override
    public void close() throws IOException {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Files.delete(complaints);
    }
  }
}
