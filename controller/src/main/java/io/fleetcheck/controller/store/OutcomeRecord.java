package io.fleetcheck.controller.store;

import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.Stage;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A {@link HostOutcome} for the codec; public as that wants it.
 *
 * @param kind the outcome's text
 */
public record OutcomeRecord(
    String kind,
    Optional<Stage> stage,
    String detail,
    Optional<Integer> exit,
    Optional<String> signal,
    Optional<String> stderr,
    Optional<String> sameAs) {

  static OutcomeRecord of(HostOutcome outcome) {
    Optional<Integer> exit = Optional.empty();
    Optional<String> signal = Optional.empty();
    Optional<String> stderr = Optional.empty();
    if (outcome instanceof HostOutcome.AgentFailed failed) {
      exit = failed.exit().isPresent() ? Optional.of(failed.exit().getAsInt()) : Optional.empty();
      signal = failed.signal();
      stderr = Optional.of(failed.stderr());
    }
    // A skipped host's stage is not where it failed, so at() does not tell it.
    Optional<Stage> stage =
        outcome instanceof HostOutcome.Skipped skipped ? skipped.at() : outcome.at();
    if (outcome instanceof HostOutcome.Bug bug) {
      stage = bug.at();
    }
    Optional<String> sameAs =
        outcome instanceof HostOutcome.Skipped skipped ? skipped.sameAs() : Optional.empty();
    return new OutcomeRecord(outcome.text(), stage, outcome.detail(), exit, signal, stderr, sameAs);
  }

  HostOutcome toOutcome() {
    return switch (kind) {
      case "answered" -> new HostOutcome.Answered();
      case "unreachable" -> new HostOutcome.Unreachable(where(), detail);
      case "no_java" -> new HostOutcome.NoJava(detail);
      case "agent_failed" ->
          new HostOutcome.AgentFailed(
              where(),
              exit.map(OptionalInt::of).orElseGet(OptionalInt::empty),
              signal,
              detail,
              stderr.orElse(""));
      case "timed_out" -> new HostOutcome.TimedOut(where(), detail);
      case "skipped", HostOutcome.Skipped.SAME_MACHINE ->
          new HostOutcome.Skipped(stage, detail, sameAs);
      case "internal_error" -> new HostOutcome.Bug(stage, detail);
      default -> throw new IllegalArgumentException("no outcome is called " + kind);
    };
  }

  private Stage where() {
    return stage.orElseThrow(() -> new IllegalArgumentException(kind + " without a stage"));
  }
}
