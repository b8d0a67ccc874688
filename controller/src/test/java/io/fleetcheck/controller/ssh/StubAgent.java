package io.fleetcheck.controller.ssh;

import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventWriter;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Turn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Speaks the agent's side of the wire and misbehaves as the request's sysroot names it. Runs in its
 * own JVM, from a jar that {@link TestAgent} makes.
 */
public final class StubAgent {
  static final DiskId DISK = new DiskId(DiskId.Kind.NAA, "naa.5000c50001234567");

  static final Path INSTANCES = Path.of("/sys/kernel/tracing/instances");

  private StubAgent() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    Request request = Codec.decode(in.readLine(), Request.class);
    OutputStream out = System.out;
    EventWriter writer = new EventWriter(out, request.token());
    int uid = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    long pid = ProcessHandle.current().pid();
    writer.write(
        new Event.Hello(
            "stub",
            request.protocol(),
            System.getProperty("java.version"),
            System.getProperty("os.arch"),
            uid,
            pid));
    String admission = in.readLine();
    if (admission == null) {
      writer.write(new Event.Failed("standard input was closed"));
      System.exit(1);
    } else if (!Codec.decode(admission, Admission.class).granted()) {
      System.exit(1);
    }
    switch (request.sysroot()) {
      case "wait" -> {
        while (in.readLine() != null) {}
        writer.write(new Event.Failed("standard input was closed"));
        System.exit(1);
      }
      case "turn" -> {
        writer.write(new Event.TurnWanted(DISK));
        Turn turn = Codec.decode(in.readLine(), Turn.class);
        writer.write(new Event.Warning(turn.granted() + " " + turn.why()));
      }
      case "kill" -> kill(pid);
      case "kill tracing" -> {
        long born = startTime();
        trace(pid, born);
        trace(pid, born + 1);
        kill(pid);
      }
      case "flood" -> {
        byte[] line =
            "a complaint that nobody wants to read, 64 bytes of it, or so....\n"
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < (5 << 20) / line.length; i++) {
          System.err.write(line);
        }
      }
      case "fail" -> {
        writer.write(new Event.Failed("the disks are on strike"));
        System.exit(1);
      }
      case "exit" -> {
        System.err.println("something went wrong");
        System.exit(7);
      }
      case "noise" -> {
        out.write("OpenJDK warns you\nwithout a line break".getBytes(StandardCharsets.US_ASCII));
        out.flush();
      }
      case "hang" -> {
        writer.write(new Event.Progress(DISK, "zeroing 4 KiB", 3, 8));
        // Deaf to everything, but not for good: nobody else would end it after the test.
        Thread.currentThread().join(60_000);
        System.exit(1);
      }
      default -> writer.write(new Event.Warning("deadline " + request.deadlineSeconds()));
    }
    writer.write(new Event.Done(writer.count(), List.of()));
    System.exit(0);
  }

  private static void kill(long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-9", Long.toString(pid)).start();
    Thread.currentThread().join();
  }

  /** As the real agent names its instance. */
  private static void trace(long pid, long born) throws IOException {
    Files.createDirectory(INSTANCES.resolve("fleetcheck-" + pid + "-" + born));
  }

  private static long startTime() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]);
  }
}
