package io.fleetcheck.agent;

import io.fleetcheck.agent.probe.Policy;
import io.fleetcheck.agent.probe.Stop;
import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventWriter;
import io.fleetcheck.agent.wire.Machine;
import io.fleetcheck.agent.wire.Request;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The agent: one request on standard input, framed events on standard output. Ends by itself at the
 * request's deadline, when standard input closes, and on SIGTERM and SIGINT.
 *
 * <p>Start-up is paid on every host of every run, hence no lambda, no stream and no formatter
 * before the first event: each would load dozens of classes.
 */
public final class AgentMain {
  /** Everything was said, the last event is {@link Event.Done}. */
  static final int DONE = 0;

  /** The last event, where one could be written, is {@link Event.Failed}. */
  static final int FAILED = 1;

  /** A signal ends the process, with the code that it has for that. */
  static final int SIGNALLED = -1;

  private static final long SIGNAL_GRACE_MILLIS = 6_000;

  private final InputStream in;
  private final OutputStream out;
  private final Policy policy;
  private final Stop stop;
  private final Runnable lastResort;

  /**
   * @param lastResort ends the process where the session hangs beyond its deadline
   */
  AgentMain(InputStream in, OutputStream out, Policy policy, Stop stop, Runnable lastResort) {
    this.in = in;
    this.out = out;
    this.policy = policy;
    this.stop = stop;
    this.lastResort = lastResort;
  }

  public static void main(String[] args) throws InterruptedException {
    InputStream in = new BufferedInputStream(new FileInputStream(FileDescriptor.in), 4096);
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    int code = new AgentMain(in, out, Policy.STRICT, new Stop(), new Halt()).run();
    if (code == SIGNALLED) {
      // The JVM is about to end by itself, as soon as the hook that waits for us has seen this.
      Thread.currentThread().join();
    }
    // Not exit: its hooks are for signals, and there is nothing left to clean up.
    Runtime.getRuntime().halt(code);
  }

  int run() {
    Conversation conversation = new Conversation(in, stop);
    // Until a request tells the token, whatever goes wrong can be told by this one only.
    EventWriter writer = new EventWriter(out, "fleetcheck-agent");
    try {
      Request request = Codec.decode(conversation.line(), Request.class);
      writer = new EventWriter(out, request.token());
      if (request.protocol() != Request.PROTOCOL) {
        throw new IllegalArgumentException(
            "protocol " + request.protocol() + ", this agent speaks " + Request.PROTOCOL);
      }
      Event.Hello hello = hello(request.sysroot().equals("/"));
      writer.write(hello);
      Watchdog watchdog = new Watchdog(stop, request.deadlineSeconds() * 1000, writer, lastResort);
      return watched(
          watchdog,
          new Session(request, conversation, writer, policy, stop, hello.version()),
          hello.uid() == 0);
    } catch (IllegalArgumentException bad) {
      return fail(writer, "the request cannot be understood: " + oneLine(bad));
    } catch (IOException e) {
      return fail(writer, oneLine(e));
    } catch (RuntimeException bug) {
      return fail(writer, "the agent has a bug: " + whereabouts(bug));
    } catch (OutOfMemoryError full) {
      long mebibytes = Runtime.getRuntime().maxMemory() >> 20;
      return fail(
          writer,
          "the agent's memory of " + mebibytes + " MiB does not hold this host's block stack");
    }
  }

  private int watched(Watchdog watchdog, Session session, boolean root) throws IOException {
    watchdog.start();
    Thread hook = new Thread(new SignalHook(stop, watchdog), "signal");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      int code = session.run(root);
      return stop.reason() == Stop.Reason.SIGNAL ? SIGNALLED : code;
    } finally {
      watchdog.finish();
    }
  }

  /** Runs when a signal has begun to end the JVM, which waits for it. */
  private record SignalHook(Stop stop, Watchdog watchdog) implements Runnable {
    @Override
    public void run() {
      stop.ask(Stop.Reason.SIGNAL, "ended by a signal");
      watchdog.isFinishedWithin(SIGNAL_GRACE_MILLIS);
    }
  }

  private record Halt() implements Runnable {
    @Override
    public void run() {
      Runtime.getRuntime().halt(FAILED);
    }
  }

  private static Event.Hello hello(boolean live) throws IOException {
    String version = AgentMain.class.getPackage().getImplementationVersion();
    return new Event.Hello(
        version == null ? "unknown" : version,
        Request.PROTOCOL,
        System.getProperty("java.version"),
        System.getProperty("os.arch"),
        effectiveUser(),
        // The name that /proc gives us in its own pid namespace is the one others see.
        Long.parseLong(Files.readSymbolicLink(Path.of("/proc/self")).toString()),
        live ? Optional.of(machine()) : Optional.empty());
  }

  private static int effectiveUser() {
    String status = text("/proc/self/status");
    int at = status.indexOf("\nUid:\t") + "\nUid:\t".length();
    int effective = status.indexOf('\t', at) + 1;
    return Integer.parseInt(status, effective, status.indexOf('\t', effective), 10);
  }

  private static Machine machine() {
    String id = text("/etc/machine-id");
    return new Machine(
        id.isEmpty() ? text("/sys/class/dmi/id/product_uuid") : id,
        text("/proc/sys/kernel/random/boot_id"),
        text("/proc/sys/kernel/hostname"));
  }

  /** Empty where it cannot be read. Not Files.readString, which loads channels and selectors. */
  private static String text(String path) {
    try (InputStream file = new FileInputStream(path)) {
      return new String(file.readAllBytes(), StandardCharsets.ISO_8859_1).trim();
    } catch (IOException unreadable) {
      return "";
    }
  }

  static int fail(EventWriter writer, String reason) {
    try {
      writer.write(new Event.Failed(reason));
    } catch (IOException gone) {
      System.err.println("fleetcheck agent: " + reason);
    }
    return FAILED;
  }

  /** One line that a bug report can use: the innermost cause, and where it was thrown. */
  private static String whereabouts(Throwable bug) {
    Throwable cause = bug;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    StackTraceElement[] trace = cause.getStackTrace();
    return (cause + (trace.length == 0 ? "" : " at " + trace[0])).replace('\n', ' ');
  }

  static String oneLine(Exception e) {
    String text = e.getMessage() == null ? e.toString() : e.getMessage();
    return text.replace('\n', ' ');
  }
}
