package io.fleetcheck.controller.verdict;

import java.util.List;
import java.util.Optional;

/**
 * What the rules found.
 *
 * @param level where the code leaves it open, already decided
 * @param code a {@link Code} or a refusal's
 * @param also what the rule itself has to add; facts of the disk come on top
 * @param comparison whose times and ratio belong to the verdict
 */
record Decision(
    Level level, String code, List<String> also, String sentence, Optional<Comparison> comparison) {

  static Decision of(Level level, Code code, String sentence) {
    return new Decision(level, code.text(), List.of(), sentence, Optional.empty());
  }

  Decision about(Optional<Comparison> decided) {
    return new Decision(level, code, also, sentence, decided);
  }

  Decision also(List<String> codes) {
    return new Decision(level, code, codes, sentence, comparison);
  }
}
