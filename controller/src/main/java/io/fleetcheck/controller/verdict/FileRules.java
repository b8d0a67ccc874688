package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.KernelEvidence.Command;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import java.util.List;
import java.util.Optional;

/**
 * A disk on which only the file pattern ran: it can convict, by what a mount feels, and never
 * acquit.
 *
 * @param refusals why not more was measured
 */
record FileRules(
    DiskFacts facts, Trace trace, LimitChange limits, MountRules mounts, List<Refusal> refusals) {

  Decision decide() {
    return limits
        .rejection(Optional.empty())
        .or(() -> mounts.felt().map(this::felt))
        .orElseGet(this::notFelt);
  }

  private Decision felt(PatternTimes felt) {
    String sentence = Sentences.pattern(felt);
    List<Command> writeSames = trace.writeSames();
    if (trace.complete() && writeSames.isEmpty()) {
      return unknown(
          Code.NO_OFFLOAD_SEEN.text(),
          sentence + "; yet the kernel was traced and sent this disk no WRITE SAME");
    }
    if (trace.complete() && median(writeSames) < felt.ratio().excessNanos() / 2) {
      return unknown(
          Code.INCONCLUSIVE.text(),
          sentence
              + "; yet this disk's WRITE SAMEs took only "
              + Figures.duration(median(writeSames))
              + " (evidence_disagrees)");
    }
    if (!trace.complete() && mounts.spansOtherDisks(felt)) {
      return unknown(
          RefusalReason.MULTIPLE_LEAVES.code(),
          sentence
              + "; yet other disks lie below it, and without a trace nothing tells them apart");
    }
    return Decision.of(Level.BROKEN, Code.SLOW_WRITE_SAME, sentence);
  }

  private Decision notFelt() {
    List<String> why =
        refusals.stream().map(refusal -> refusal.reason().code()).distinct().toList();
    Optional<String> error =
        mounts.patterns().stream().flatMap(times -> times.pattern().error().stream()).findFirst();
    if (mounts.patterns().stream().noneMatch(PatternTimes::isMeasured)) {
      return unknown(
              Code.INCONCLUSIVE.text(),
              "the file pattern got too few runs"
                  + error.map(errno -> " and failed with " + errno).orElse("")
                  + " (error)")
          .also(why);
    }
    return unknown(
            Code.NOT_EXERCISED.text(),
            "only the file pattern ran, and no mount feels slow zeroing in it; the zeroing itself was"
                + " not measured")
        .also(why);
  }

  private static long median(List<Command> commands) {
    long[] nanos = commands.stream().mapToLong(Command::nanos).sorted().toArray();
    return nanos[nanos.length / 2];
  }

  private static Decision unknown(String code, String sentence) {
    return new Decision(Level.UNKNOWN, code, List.of(), sentence, Optional.empty());
  }
}
