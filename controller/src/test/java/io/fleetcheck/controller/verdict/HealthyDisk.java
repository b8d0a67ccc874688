package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventReader;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Turn;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What real agent processes, with an audit's default options, find on one loop device that is
 * healthy: each run's samples are judged as if of a SCSI disk without kernel evidence. Arguments:
 * the device's name, how many runs, and the agent's command. bench/healthy-disk/run starts it.
 */
final class HealthyDisk {
  private static final String TOKEN = "t0ken";
  private static final int BUSY_LIMIT = 50;

  private HealthyDisk() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    String device = arguments[0];
    int runs = Integer.parseInt(arguments[1]);
    List<String> agent = List.of(arguments).subList(2, arguments.length);
    Map<String, Integer> codes = new TreeMap<>();
    for (int run = 0; run < runs; run++) {
      String load = Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0];
      Optional<ProbeResult> result = probe(agent, device);
      List<Series> series = result.flatMap(HealthyDisk::zeroing).orElse(List.of());
      if (series.isEmpty()) {
        codes.merge("refused", 1, Integer::sum);
        System.out.println("load " + load + "  " + result);
      } else {
        Probe probe = new Probe().untraced();
        series.forEach(probe::series);
        Verdict verdict = new Scene().judge(probe);
        codes.merge(verdict.code(), 1, Integer::sum);
        System.out.println("load " + load + "  " + verdict.code() + "  " + verdict.sentence());
      }
    }
    System.out.println(codes);
  }

  private static Optional<List<Series>> zeroing(ProbeResult result) {
    return result instanceof ProbeResult.Measured measured
        ? measured.zeroing().map(ProbeResult.Zeroing::series)
        : Optional.empty();
  }

  private static Optional<ProbeResult> probe(List<String> command, String device)
      throws IOException, InterruptedException {
    Process agent =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    EventReader events = new EventReader(agent.getInputStream(), TOKEN);
    Optional<ProbeResult> result = Optional.empty();
    OutputStream stdin = agent.getOutputStream();
    say(stdin, request());
    for (Optional<Event> next = events.next(); next.isPresent(); next = events.next()) {
      Event event = next.get();
      if (event instanceof Event.Hello) {
        say(stdin, Admission.GRANTED);
      } else if (event instanceof Event.TurnWanted wanted) {
        say(stdin, new Turn(wanted.disk(), false, "another disk"));
      } else if (event instanceof Event.DiskProbed probed && probed.disk().text().equals(device)) {
        result = Optional.of(probed.result());
      }
    }
    agent.waitFor();
    return result;
  }

  private static void say(OutputStream stdin, Record message) throws IOException {
    stdin.write((Codec.encode(message) + "\n").getBytes(StandardCharsets.US_ASCII));
    stdin.flush();
  }

  private static Request request() {
    return new Request(
        Request.PROTOCOL,
        TOKEN,
        Request.Action.AUDIT,
        "/",
        ProbeMode.EXTENT,
        List.of(),
        Request.Budget.DEFAULT,
        BUSY_LIMIT,
        false,
        600,
        System.currentTimeMillis());
  }
}
