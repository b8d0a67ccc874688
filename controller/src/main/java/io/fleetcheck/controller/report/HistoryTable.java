package io.fleetcheck.controller.report;

import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.KeptDisk;
import io.fleetcheck.controller.run.KeptHost;
import io.fleetcheck.controller.run.KeptRun;
import io.fleetcheck.controller.verdict.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Kept runs, or one disk over them, a line each, the newest first. */
public final class HistoryTable {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  private static final String NOTHING = "-";

  private HistoryTable() {}

  /** With the honest denominator: how many hosts answered, of how many. */
  public static List<String> runs(List<KeptRun> runs) {
    Grid grid =
        new Grid(
            left("run"),
            left("started (UTC)"),
            right("took"),
            right("hosts"),
            right("broken"),
            right("at risk"),
            right("unknown"),
            right("ok"),
            left("end"));
    for (KeptRun run : runs) {
      grid.add(
          run.head().id(),
          TIME.format(run.head().started()),
          run.finished().map(end -> took(run.head().started(), end)).orElse(NOTHING),
          answered(run) + "/" + run.targeted(),
          level(run, Level.BROKEN),
          level(run, Level.AT_RISK),
          level(run, Level.UNKNOWN),
          level(run, Level.OK),
          end(run));
    }
    return grid.lines();
  }

  /**
   * @param runs all of those that the disks' are among
   */
  public static List<String> disks(List<KeptDisk> disks, List<KeptRun> runs) {
    Grid grid =
        new Grid(
            left("run"),
            left("started (UTC)"),
            left("host"),
            left("disk"),
            left("model"),
            right("zeroout"),
            right("write"),
            right("ratio"),
            left("verdict"),
            left("code"));
    for (KeptDisk disk : disks) {
      grid.add(
          disk.run(),
          started(disk.run(), runs),
          Text.printable(disk.host()),
          Text.printable(disk.name()),
          Text.printable(disk.label().product()),
          millis(disk.zerooutNanos()),
          millis(disk.writeNanos()),
          disk.ratio().isPresent() ? Text.ratio(disk.ratio().getAsDouble()) : NOTHING,
          Style.word(disk.level()) + (disk.waived() ? " (waived)" : ""),
          disk.code());
    }
    return grid.lines();
  }

  /**
   * One host over runs.
   *
   * @param runs all of those that are meant
   */
  public static List<String> hosts(List<KeptHost> hosts, List<KeptRun> runs) {
    Grid grid =
        new Grid(
            left("run"),
            left("started (UTC)"),
            left("outcome"),
            right("broken"),
            right("at risk"),
            right("unknown"),
            right("ok"),
            left("detail"));
    for (KeptHost host : hosts) {
      grid.add(
          host.run(),
          started(host.run(), runs),
          host.outcome().map(text -> text.replace('_', ' ')).orElse("not ended"),
          count(host.disks(), Level.BROKEN),
          count(host.disks(), Level.AT_RISK),
          count(host.disks(), Level.UNKNOWN),
          count(host.disks(), Level.OK),
          Text.printable(host.detail()));
    }
    return grid.lines();
  }

  private static String started(String run, List<KeptRun> runs) {
    return runs.stream()
        .filter(other -> other.head().id().equals(run))
        .findFirst()
        .map(other -> TIME.format(other.head().started()))
        .orElse(NOTHING);
  }

  private static String count(List<Level> disks, Level level) {
    return String.valueOf(disks.stream().filter(level::equals).count());
  }

  static String millis(OptionalLong nanos) {
    return nanos.isPresent() ? Text.millis(nanos.getAsLong()) : NOTHING;
  }

  private static String end(KeptRun run) {
    if (run.finished().isEmpty()) {
      return "not ended";
    }
    return run.aborted() ? "aborted" : "";
  }

  private static long answered(KeptRun run) {
    return run.outcomes().getOrDefault(new HostOutcome.Answered().text(), 0L);
  }

  private static String level(KeptRun run, Level level) {
    return String.valueOf(run.levels().getOrDefault(level, 0L));
  }

  private static String took(Instant start, Instant end) {
    Duration took = Duration.between(start, end);
    List<String> parts = new ArrayList<>();
    if (took.toHours() > 0) {
      parts.add(took.toHours() + " h");
    }
    if (took.toMinutes() > 0) {
      parts.add(took.toMinutesPart() + " min");
    }
    parts.add(took.toSecondsPart() + " s");
    return String.join(" ", parts.subList(0, Math.min(2, parts.size())));
  }

  private static Grid.Column left(String title) {
    return new Grid.Column(title, false);
  }

  private static Grid.Column right(String title) {
    return new Grid.Column(title, true);
  }
}
