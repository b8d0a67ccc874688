package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;

/** An interlock held; caught where the next lower mode is tried, and reported there. */
final class RefusedException extends Exception {
  private final transient Refusal refusal;

  RefusedException(ProbeMode mode, RefusalReason reason, String where, String detail) {
    super(reason + " " + where + ": " + detail, null, false, false);
    this.refusal = new Refusal(mode, reason, where, detail);
  }

  static RefusedException extent(RefusalReason reason, String where, String detail) {
    return new RefusedException(ProbeMode.EXTENT, reason, where, detail);
  }

  static RefusedException scratch(RefusalReason reason, String where, String detail) {
    return new RefusedException(ProbeMode.SCRATCH, reason, where, detail);
  }

  Refusal refusal() {
    return refusal;
  }
}
