package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.run.HostOutcome.Skipped;
import io.fleetcheck.controller.run.Stage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sees to it that one mistyped password does not lock an account on, or for, a whole fleet: after
 * three wrong ones in a row nothing is tried any more. As many hosts are worked on at once, no more
 * tries are under way than may still fail, until a host has taken the password.
 */
final class Passwords {
  /** Directory services often lock after five. */
  private static final int MAX_WRONG = 3;

  /** What a password is for; each is right or wrong on its own. */
  enum Kind {
    LOGIN("login", Stage.AUTHENTICATION, "--ask-pass (-k) or ansible_password"),
    BECOME("become", Stage.BECOME, "--ask-become-pass (-K) or ansible_become_password");

    private final String text;
    private final Stage stage;
    private final String source;

    Kind(String text, Stage stage, String source) {
      this.text = text;
      this.stage = stage;
      this.source = source;
    }
  }

  /** What is known of the passwords of one kind. */
  private static final class State {
    private final List<String> wrong = new ArrayList<>();
    private boolean proven;
    private int trying;

    private boolean mayTry() {
      return (proven && wrong.isEmpty()) || trying < MAX_WRONG - wrong.size();
    }
  }

  private final Map<Kind, State> states = new EnumMap<>(Kind.class);
  private Optional<String> stopped = Optional.empty();

  Passwords() {
    for (Kind kind : Kind.values()) {
      states.put(kind, new State());
    }
  }

  /** Why the run was stopped, if it was: one line. */
  synchronized Optional<String> stopped() {
    return stopped;
  }

  /**
   * Waits until a try does no harm.
   *
   * @return to be told of the end, and closed
   * @throws HostFailure where the run is stopped
   */
  synchronized Try begin(Kind kind) throws HostFailure {
    State state = state(kind);
    try {
      while (stopped.isEmpty() && !state.mayTry()) {
        wait();
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      throw new HostFailure(new Skipped(Optional.of(kind.stage), "interrupted"));
    }
    if (stopped.isPresent()) {
      throw new HostFailure(new Skipped(Optional.of(kind.stage), stopped.get()));
    }
    state.trying++;
    return new Try(kind);
  }

  private State state(Kind kind) {
    return Optional.ofNullable(states.get(kind)).orElseThrow();
  }

  private synchronized void end(Kind kind, Optional<Boolean> right, String target) {
    State state = state(kind);
    state.trying--;
    if (right.isPresent() && right.get()) {
      state.proven = true;
      state.wrong.clear();
    } else if (right.isPresent()) {
      state.wrong.add(target);
      if (state.wrong.size() >= MAX_WRONG && stopped.isEmpty()) {
        stopped = Optional.of(text(kind, state.wrong));
      }
    }
    notifyAll();
  }

  private static String text(Kind kind, List<String> targets) {
    return "the run was stopped: the "
        + kind.text
        + " password was wrong "
        + MAX_WRONG
        + " times in a row (on "
        + String.join(", ", targets)
        + "), and more tries may lock the account; correct "
        + kind.source;
  }

  /** One try, which counts for nothing where it is closed without a result. */
  final class Try implements AutoCloseable {
    private final Kind kind;
    private boolean open = true;

    private Try(Kind kind) {
      this.kind = kind;
    }

    void right() {
      finish(Optional.of(true), "");
    }

    /**
     * @param target the host, for the text
     */
    void wrong(String target) {
      finish(Optional.of(false), target);
    }

    private void finish(Optional<Boolean> right, String target) {
      synchronized (Passwords.this) {
        if (open) {
          open = false;
          end(kind, right, target);
        }
      }
    }

    @Override
    public void close() {
      finish(Optional.empty(), "");
    }
  }
}
