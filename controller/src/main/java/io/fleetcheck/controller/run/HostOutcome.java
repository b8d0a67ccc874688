package io.fleetcheck.controller.run;

import java.util.Optional;
import java.util.OptionalInt;

/** How one host answered. Every targeted host gets exactly one. */
public sealed interface HostOutcome {

  /** As reports spell it: {@code answered}, {@code unreachable}, ... */
  String text();

  /** Where it ended, if anywhere. */
  default Optional<Stage> at() {
    return Optional.empty();
  }

  /** Whether nothing of the machine is left open: it answered, under this name or another. */
  default boolean isSettled() {
    return false;
  }

  /** One line: what, where and what to do; empty where all is well. */
  String detail();

  /** The agent ran to its end. */
  record Answered() implements HostOutcome {
    @Override
    public String text() {
      return "answered";
    }

    @Override
    public boolean isSettled() {
      return true;
    }

    @Override
    public String detail() {
      return "";
    }
  }

  /** The host was not reached. */
  record Unreachable(Stage stage, String detail) implements HostOutcome {
    @Override
    public String text() {
      return "unreachable";
    }

    @Override
    public Optional<Stage> at() {
      return Optional.of(stage);
    }
  }

  /**
   * @param found what was looked at and why it does not do
   */
  record NoJava(String found) implements HostOutcome {
    @Override
    public String text() {
      return "no_java";
    }

    @Override
    public Optional<Stage> at() {
      return Optional.of(Stage.SHELL);
    }

    @Override
    public String detail() {
      return found;
    }
  }

  /**
   * The agent could not be placed or started, or did not end well.
   *
   * @param exit empty where it was killed by a signal, or never ran
   * @param signal without the {@code SIG}
   * @param reason one line: what, where and what to do
   * @param stderr what it printed, cut
   */
  record AgentFailed(
      Stage stage, OptionalInt exit, Optional<String> signal, String reason, String stderr)
      implements HostOutcome {
    @Override
    public String text() {
      return "agent_failed";
    }

    @Override
    public Optional<Stage> at() {
      return Optional.of(stage);
    }

    @Override
    public String detail() {
      return reason;
    }
  }

  /** A deadline passed. */
  record TimedOut(Stage stage, String detail) implements HostOutcome {
    @Override
    public String text() {
      return "timed_out";
    }

    @Override
    public Optional<Stage> at() {
      return Optional.of(stage);
    }
  }

  /**
   * The host was not asked, or not to its end: because the run was stopped, or because another host
   * is the same machine.
   *
   * @param sameAs that other host, whose outcome is the machine's
   */
  record Skipped(Optional<Stage> at, String reason, Optional<String> sameAs)
      implements HostOutcome {
    /** The outcome's text where another host is the same machine. */
    public static final String SAME_MACHINE = "same_machine";

    public Skipped(Optional<Stage> at, String reason) {
      this(at, reason, Optional.empty());
    }

    static Skipped sameAs(String other) {
      return new Skipped(
          Optional.empty(),
          "the same machine as " + other + ", whose outcome counts for both",
          Optional.of(other));
    }

    @Override
    public String text() {
      return sameAs.isPresent() ? SAME_MACHINE : "skipped";
    }

    /** What became of the machine is in the outcome of the other. */
    @Override
    public boolean isSettled() {
      return sameAs.isPresent();
    }

    @Override
    public String detail() {
      return reason;
    }
  }

  /** A bug of fleetcheck's own, met while it worked on this host. */
  record Bug(Optional<Stage> at, String detail) implements HostOutcome {
    @Override
    public String text() {
      return "internal_error";
    }

    /** The throwable in one line, with the place that it was thrown at. */
    static Bug of(Optional<Stage> at, Throwable bug) {
      StackTraceElement[] trace = bug.getStackTrace();
      String place = trace.length == 0 ? "" : " at " + trace[0];
      String what = bug.toString().replaceAll("\\s+", " ");
      return new Bug(at, "a bug in fleetcheck, please report it: " + what + place);
    }
  }
}
