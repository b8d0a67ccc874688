package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.KernelEvidence;
import io.fleetcheck.agent.wire.KernelEvidence.Command;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Series.Observation;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The traced commands of one disk: those to its own addresses.
 *
 * @param complete tracing worked and lost nothing: only then does it mean anything that a command
 *     was not seen
 */
record Trace(List<Command> commands, boolean complete) {

  /**
   * The trace has microseconds, and reads the clock a moment after the caller did: a command
   * belongs to a call when it began not earlier than this before it.
   */
  private static final long CLOCK_SLACK = 50_000;

  /** {@code DID_OK} and {@code SAM_STAT_GOOD} are the good ones: include/scsi/scsi_status.h. */
  private static final Pattern STATUS = Pattern.compile("\\b(DID|SAM_STAT)_(\\w+)");

  static Trace of(Reading<KernelEvidence> evidence, Set<String> addresses) {
    return evidence.fold(
        seen ->
            new Trace(
                seen.commands().stream()
                    .filter(command -> addresses.contains(command.hctl()))
                    .sorted(Comparator.comparingLong(Command::start))
                    .toList(),
                seen.lost() == 0),
        absent -> new Trace(List.of(), false),
        (path, errno) -> new Trace(List.of(), false));
  }

  List<Command> writeSames() {
    return commands.stream().filter(Command::isWriteSame).toList();
  }

  /** WRITE SAMEs that began during the call. */
  List<Command> writeSamesOf(Observation observation) {
    return commands.stream()
        .filter(Command::isWriteSame)
        .filter(command -> command.start() >= observation.start() - CLOCK_SLACK)
        .filter(command -> command.start() <= observation.start() + observation.call())
        .toList();
  }

  /** Some call of the comparison went through WRITE SAME on this disk. */
  boolean sawOffload(Comparison comparison) {
    return comparison.operations().stream()
        .anyMatch(observation -> !writeSamesOf(observation).isEmpty());
  }

  /** The longest WRITE SAME of each call, in the median; 0 where most calls had none. */
  long writeSameNanos(Comparison comparison) {
    return Comparison.median(
        comparison.operations(),
        observation ->
            writeSamesOf(observation).stream()
                .mapToLong(command -> Math.max(0, command.nanos()))
                .max()
                .orElse(0));
  }

  /** How long, of the call and its flush, at least one command was with the disk. */
  long deviceNanos(Observation observation) {
    long end = observation.start() + observation.total();
    long counted = observation.start();
    long busy = 0;
    for (Command command : commands) {
      long from = Math.max(counted, command.start());
      // Without a done event the command may have lasted to the end.
      long to = command.nanos() < 0 ? end : Math.min(end, command.start() + command.nanos());
      if (to > from) {
        busy += to - from;
        counted = to;
      }
    }
    return busy;
  }

  static boolean hasFailed(Command command) {
    Matcher status = STATUS.matcher(command.result());
    while (status.find()) {
      if (!status.group(2).equals("OK") && !status.group(2).equals("GOOD")) {
        return true;
      }
    }
    return false;
  }
}
