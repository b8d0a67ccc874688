package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * A disk on which only the file pattern ran: it tells what a mount feels, and neither convicts nor
 * acquits.
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

  /**
   * A small write that has to wait for zeroing waits for a disk, on a healthy one too. Whether that
   * takes longer than it should, only a comparison with writing can tell.
   */
  private Decision felt(PatternTimes felt) {
    String sentence = Sentences.pattern(felt);
    if (trace.complete() && trace.writeSames().isEmpty()) {
      return unknown(
          Code.NO_OFFLOAD_SEEN.text(),
          sentence + "; yet the kernel was traced and sent this disk no WRITE SAME");
    }
    return unknown(
        Code.INCONCLUSIVE.text(),
        sentence
            + "; whether zeroing is slower here than writing and syncing was not measured"
            + " (files_only)");
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

  private static Decision unknown(String code, String sentence) {
    return new Decision(Level.UNKNOWN, code, List.of(), sentence, Optional.empty());
  }
}
