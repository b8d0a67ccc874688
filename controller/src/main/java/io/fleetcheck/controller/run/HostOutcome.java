package io.fleetcheck.controller.run;

import java.util.Optional;
import java.util.OptionalInt;

/** How one host answered. Every targeted host gets exactly one. */
public sealed interface HostOutcome {

  /** The agent ran to its end. */
  record Answered() implements HostOutcome {}

  /**
   * The host was not reached.
   *
   * @param detail one line: what, where and what to do
   */
  record Unreachable(Stage stage, String detail) implements HostOutcome {}

  /**
   * @param found what was looked at and why it does not do
   */
  record NoJava(String found) implements HostOutcome {}

  /**
   * The agent was started and did not end well.
   *
   * @param exit empty where it was killed by a signal
   * @param reason one line: what, where and what to do
   * @param stderr what it printed, cut
   */
  record AgentFailed(OptionalInt exit, Optional<String> signal, String reason, String stderr)
      implements HostOutcome {}

  record TimedOut(Stage stage, String detail) implements HostOutcome {}

  record Skipped(String reason) implements HostOutcome {}

  /** As reports spell it: {@code answered}, {@code unreachable}, ... */
  default String text() {
    if (this instanceof Answered) {
      return "answered";
    } else if (this instanceof Unreachable) {
      return "unreachable";
    } else if (this instanceof NoJava) {
      return "no_java";
    } else if (this instanceof AgentFailed) {
      return "agent_failed";
    } else if (this instanceof TimedOut) {
      return "timed_out";
    }
    return "skipped";
  }
}
