package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.KernelEvidence;
import io.fleetcheck.agent.wire.Reading;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A private instance of the kernel's tracer (Documentation/trace/ftrace.rst), for the SCSI commands
 * of some disks only. It is removed at the end; one that a killed agent left is removed by the
 * next.
 *
 * <p>tracefs is used where it is mounted and never mounted by us.
 */
public final class TraceInstance implements Trace {
  private static final List<Path> MOUNT_POINTS =
      List.of(Path.of("/sys/kernel/tracing"), Path.of("/sys/kernel/debug/tracing"));
  private static final List<String> EVENTS =
      List.of("scsi_dispatch_cmd_start", "scsi_dispatch_cmd_done", "scsi_dispatch_cmd_timeout");
  private static final Pattern NAME = Pattern.compile("fleetcheck-(\\d+)-(\\d+)");

  /** Of each processor: some 800 events, where a size of a look makes about 300. */
  private static final String BUFFER_KIB = "256";

  private static final int MAX_COMMANDS = 20_000;

  private final Path directory;
  private final TraceLines lines;
  private long lost;
  private Reading<KernelEvidence> failure = Reading.absent("");

  private TraceInstance(Path directory, TraceLines lines) {
    this.directory = directory;
    this.lines = lines;
  }

  /**
   * @param hctls of the disks whose commands are wanted; none for disks outside SCSI
   */
  static Trace start(List<String> hctls) {
    for (Path root : MOUNT_POINTS) {
      Path instances = root.resolve("instances");
      if (Files.isDirectory(instances)) {
        return hctls.isEmpty()
            ? Trace.none(Reading.absent(root + "/events/scsi"))
            : start(instances, hctls);
      }
    }
    return Trace.none(Reading.absent(MOUNT_POINTS.get(0) + "/instances"));
  }

  private static Trace start(Path instances, List<String> hctls) {
    Path directory = instances;
    try {
      long pid = ProcessHandle.current().pid();
      directory = instances.resolve("fleetcheck-" + pid + "-" + startTime(pid));
      Files.createDirectory(directory);
      Map<String, String> disks = new HashMap<>();
      StringBuilder filter = new StringBuilder();
      for (String hctl : hctls) {
        String[] parts = hctl.split(":", -1);
        long lun = Long.parseLong(parts[3]) & 0xffffffffL;
        disks.put(parts[0] + ':' + parts[1] + ':' + parts[2] + ':' + lun, hctl);
        filter.append(filter.length() == 0 ? "" : " || ");
        filter.append("(host_no == ").append(parts[0]).append(" && channel == ").append(parts[1]);
        filter.append(" && id == ").append(parts[2]).append(" && lun == ").append(lun).append(')');
      }
      put(directory, "buffer_size_kb", BUFFER_KIB);
      put(directory, "trace_clock", "mono");
      for (String event : EVENTS) {
        put(directory, "events/scsi/" + event + "/filter", filter.toString());
        put(directory, "events/scsi/" + event + "/enable", "1");
      }
      put(directory, "tracing_on", "1");
      return new TraceInstance(directory, new TraceLines(disks));
    } catch (IOException e) {
      remove(directory);
      return Trace.none(unreadable(directory, e));
    }
  }

  private static void put(Path directory, String file, String value) throws IOException {
    Files.writeString(directory.resolve(file), value + "\n");
  }

  @Override
  public void discard() {
    try {
      // Opening it for writing, cut to nothing, empties the ring buffer.
      Files.newOutputStream(directory.resolve("trace")).close();
    } catch (IOException e) {
      failure = unreadable(directory.resolve("trace"), e);
    }
  }

  @Override
  public void collect() {
    try {
      try (BufferedReader trace =
          Files.newBufferedReader(directory.resolve("trace"), StandardCharsets.ISO_8859_1)) {
        for (String line = trace.readLine(); line != null; line = trace.readLine()) {
          lines.add(line);
        }
      }
      lost += overruns();
      discard();
    } catch (IOException e) {
      failure = unreadable(directory.resolve("trace"), e);
    }
  }

  /** Events dropped since the buffer was emptied, over all processors. */
  private long overruns() throws IOException {
    long sum = 0;
    try (var processors = Files.newDirectoryStream(directory.resolve("per_cpu"))) {
      for (Path processor : processors) {
        for (String line : Files.readAllLines(processor.resolve("stats"))) {
          boolean counts =
              line.startsWith("overrun:")
                  || line.startsWith("commit overrun:")
                  || line.startsWith("dropped events:");
          if (counts) {
            sum += Long.parseLong(line.substring(line.indexOf(':') + 1).trim());
          }
        }
      }
    }
    return sum;
  }

  @Override
  public Reading<KernelEvidence> evidence() {
    if (failure instanceof Reading.Unreadable<KernelEvidence>) {
      return failure;
    }
    List<KernelEvidence.Command> commands = lines.commands();
    int kept = Math.min(commands.size(), MAX_COMMANDS);
    return Reading.known(
        new KernelEvidence(commands.subList(0, kept), lost + commands.size() - kept));
  }

  @Override
  public void close() {
    remove(directory);
  }

  private static void remove(Path directory) {
    for (String event : EVENTS) {
      try {
        put(directory, "events/scsi/" + event + "/enable", "0");
      } catch (IOException gone) {
        // Removing the instance ends its events too.
      }
    }
    try {
      Files.deleteIfExists(directory);
    } catch (IOException busy) {
      // Somebody reads in it; the next run's reaper tries again.
    }
  }

  /**
   * Removes what killed agents left.
   *
   * @return a sentence for each
   */
  public static List<String> reap() {
    List<String> reaped = new ArrayList<>();
    for (Path root : MOUNT_POINTS) {
      try (var instances = Files.newDirectoryStream(root.resolve("instances"), "fleetcheck-*")) {
        for (Path instance : instances) {
          Matcher name = NAME.matcher(String.valueOf(instance.getFileName()));
          if (name.matches() && !isAlive(Long.parseLong(name.group(1)), name.group(2))) {
            remove(instance);
            reaped.add("trace instance " + instance + " of a killed agent");
          }
        }
      } catch (IOException notMounted) {
        // Nothing can have been left there.
      }
    }
    return reaped;
  }

  private static boolean isAlive(long pid, String startTime) {
    try {
      return startTime(pid).equals(startTime);
    } catch (IOException gone) {
      return false;
    }
  }

  /** Field 22 of {@code /proc/PID/stat}, in clock ticks since boot: proc(5). */
  static String startTime(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
    // The name before may hold anything, blanks and brackets too.
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19];
  }

  private static Reading<KernelEvidence> unreadable(Path path, IOException e) {
    String errno = "EIO";
    if (e instanceof AccessDeniedException) {
      errno = "EACCES";
    } else if (e instanceof NoSuchFileException) {
      errno = "ENOENT";
    }
    return Reading.unreadable(path.toString(), errno);
  }
}
