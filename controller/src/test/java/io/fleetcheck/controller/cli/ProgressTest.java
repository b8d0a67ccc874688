package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.controller.report.SampleRun;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Stage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final String ERASE = "\r\u001b[K";
  private static final HostResult DB1 = SampleRun.result().hosts().get(0);
  private static final HostResult DB3 = SampleRun.result().hosts().get(2);
  private static final DiskId SLOW = DB1.verdicts().get(0).disk();

  private final StringWriter err = new StringWriter();

  @Test
  void rewritesOneLine() {
    Progress progress = progress(100, 1);
    progress.hostStarted("db1");
    progress.event("db1", DB1.events().get(1));
    progress.event("db1", new Event.Progress(SLOW, "zeroing 4096 bytes", 3, 8));
    progress.hostFinished(DB3);
    progress.end();
    assertEquals(
        ERASE
            + "0 of 2 hosts done, 1 running: db1 starting"
            + ERASE
            + "0 of 2 hosts done, 1 running: db1 starting"
            + ERASE
            + "0 of 2 hosts done, 1 running: db1 sda: zeroing 4096 bytes, 3/8"
            + ERASE
            + "1 of 2 hosts done, 1 failed, 1 running: db1 sda: zeroing 4096 bytes, 3/8"
            + ERASE,
        err.toString());
  }

  @Test
  void tellsHowLongEachStageTook() {
    Progress progress = progress(100, 2, true);
    progress.stageEntered("db3", Stage.RESOLVE);
    progress.stageEntered("db3", Stage.HOST_KEY);
    progress.hostFinished(
        new HostResult(
            "db3",
            new HostOutcome.TimedOut(Stage.HOST_KEY, "too slow"),
            List.of(),
            List.of(),
            Map.of(),
            Instant.EPOCH,
            Instant.EPOCH.plusMillis(10_250)));
    assertEquals(
        List.of(
            "db3: resolve",
            "db3: host key (resolve took 2.000 s)",
            "db3: timed out (host key took 6.250 s): too slow"),
        err.toString().lines().toList());
  }

  @Test
  void neverWraps() {
    progress(30, 1).hostStarted("a-host-with-a-long-name.example.net");
    assertEquals(ERASE + "0 of 2 hosts done, 1 running:", err.toString());
  }

  @Test
  void isNotWrittenForEveryEvent() {
    Progress progress = progress(100, 0);
    for (int i = 0; i < 1000; i++) {
      progress.event("db1", new Event.Progress(SLOW, "zeroing", i, 1000));
    }
    assertEquals(1, err.toString().split(ERASE.substring(0, 1), -1).length - 1);
  }

  @Test
  void goesOnWhereTheClockIsSetBack() {
    Progress progress = progress(100, -3600);
    for (int i = 0; i < 3; i++) {
      progress.event("db1", new Event.Progress(SLOW, "zeroing", i, 3));
    }
    assertEquals(3, err.toString().split(ERASE.substring(0, 1), -1).length - 1);
  }

  /**
   * @param step seconds that pass between two looks at the clock
   */
  private Progress progress(int width, int step) {
    return progress(width, step, false);
  }

  private Progress progress(int width, int step, boolean verbose) {
    Surroundings surroundings =
        new Surroundings(
            new PrintWriter(new StringWriter()),
            new PrintWriter(err),
            Map.of(),
            true,
            true,
            width,
            Optional.empty(),
            first -> {},
            new SteppingClock(step));
    return new Progress(surroundings, 2, verbose);
  }

  private static final class SteppingClock extends Clock {
    private final int step;
    private Instant now = Instant.EPOCH;

    SteppingClock(int step) {
      this.step = step;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      now = now.plusSeconds(step);
      return now;
    }
  }
}
