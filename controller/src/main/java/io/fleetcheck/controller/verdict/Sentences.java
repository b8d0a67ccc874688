package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.KernelEvidence.Command;
import io.fleetcheck.agent.wire.PairedRatio;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.Series.Operation;
import java.util.List;
import java.util.Locale;

/** The numbers of one disk in plain English. */
final class Sentences {
  private Sentences() {}

  /** Such as "zeroing 1 MiB takes 42.1 ms where writing and syncing it takes 16.3 ms: ...". */
  static String comparison(Comparison comparison) {
    return verb(comparison.operation())
        + " "
        + Figures.bytes(comparison.bytes())
        + " takes "
        + Figures.duration(comparison.operationNanos())
        + " where writing and syncing it takes "
        + Figures.duration(comparison.writeNanos())
        + ": "
        + ratio(comparison.ratio());
  }

  static String pattern(PatternTimes times) {
    long[] medians = {
      median(times.pattern().preallocated()), median(times.pattern().plain()),
    };
    return "on "
        + times.pattern().mount()
        + " a small write into "
        + Figures.bytes(times.pattern().bytes())
        + " preallocated takes "
        + Figures.duration(medians[0])
        + ", without preallocation "
        + Figures.duration(medians[1])
        + ": "
        + ratio(times.ratio());
  }

  /** Such as "2.58 times as long (99 % interval 2.31 to 2.91, 16 pairs)". */
  static String ratio(PairedRatio ratio) {
    String pairs = Figures.count(ratio.pairs(), "pair", "pairs");
    if (!Double.isFinite(ratio.high())) {
      return Figures.ratio(ratio.estimate()) + " times as long (" + pairs + ": no 99 % interval)";
    }
    return Figures.ratio(ratio.estimate())
        + " times as long (99 % interval "
        + Figures.ratio(ratio.low())
        + " to "
        + Figures.ratio(ratio.high())
        + ", "
        + pairs
        + ")";
  }

  /** How many commands, their device times, and how many failed. */
  static String commands(String what, List<Command> commands) {
    long[] nanos =
        commands.stream().mapToLong(Command::nanos).filter(n -> n >= 0).sorted().toArray();
    StringBuilder text = new StringBuilder();
    text.append(Figures.count(commands.size(), what + " command", what + " commands"));
    if (nanos.length > 0) {
      text.append(", ").append(Figures.duration(nanos[nanos.length / 2]));
      text.append(" in the median with the device (");
      text.append(Figures.duration(nanos[0])).append(" to ");
      text.append(Figures.duration(nanos[nanos.length - 1])).append(")");
    }
    List<Command> failed = commands.stream().filter(Trace::hasFailed).toList();
    if (!failed.isEmpty()) {
      text.append(", ").append(failed.size()).append(" failed: ").append(failed.get(0).result());
    }
    return text.toString();
  }

  /** Such as "not measured: dm-cache lies below (/srv: vg0-srv)". */
  static String refusal(Refusal refusal) {
    String detail = refusal.detail().isEmpty() ? "" : ": " + refusal.detail();
    return "not measured by "
        + refusal.mode().name().toLowerCase(Locale.ROOT)
        + ": "
        + RefusalWords.of(refusal.reason())
        + " ("
        + refusal.where()
        + detail
        + ")";
  }

  static String armed(DiskFacts facts) {
    return facts.pathLimits(facts.limits()).stream()
        .filter(PathLimit::isArmed)
        .findFirst()
        .map(
            limit ->
                "WRITE SAME is armed, up to "
                    + limit
                        .queueBytes()
                        .toOptional()
                        .map(Figures::bytes)
                        .orElseGet(() -> limit.blocks().toOptional().orElse(0L) + " blocks")
                    + " a command")
        .orElse("WRITE SAME was armed again while the disk was looked at");
  }

  static String notRead(Reading<?> reading) {
    return reading.fold(
        value -> "read",
        path -> path + " does not exist: this kernel does not tell its limit of WRITE SAME",
        (path, errno) -> path + " could not be read (" + errno + ")");
  }

  static String verb(Operation operation) {
    return switch (operation) {
      case ZEROOUT -> "zeroing";
      case PUNCH -> "zeroing with unmap allowed";
      case WRITE -> "writing";
    };
  }

  static String capital(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private static long median(List<Long> nanos) {
    List<Long> sorted = nanos.stream().sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
  }
}
