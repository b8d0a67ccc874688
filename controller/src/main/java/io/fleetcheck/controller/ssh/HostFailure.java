package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.run.HostOutcome;

/** Carries the outcome of a host that cannot be worked on further out of wherever that was seen. */
final class HostFailure extends Exception {
  private static final long serialVersionUID = 1;

  private final transient HostOutcome outcome;

  HostFailure(HostOutcome outcome) {
    super(outcome.detail(), null, false, false);
    this.outcome = outcome;
  }

  HostOutcome outcome() {
    return outcome;
  }
}
