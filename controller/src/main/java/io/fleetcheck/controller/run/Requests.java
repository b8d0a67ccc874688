package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Request;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;

/** The plan's request made out to one host. */
final class Requests {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Requests() {}

  /** With a token that nobody else knows, the host's deadline and the clock of now. */
  static Request forHost(AuditPlan plan, Clock clock) {
    Request template = plan.template();
    return new Request(
        Request.PROTOCOL,
        token(),
        template.action(),
        template.sysroot(),
        template.mode(),
        template.scratch(),
        template.budget(),
        template.busyLimit(),
        template.probeThin(),
        plan.hostDeadline().toSeconds(),
        clock.millis());
  }

  /**
   * How long after its start a host may still wait for another one's turn to end: as long as it
   * could still probe a disk after that. Past it the LUN is reported as not measured, rather than
   * the whole host as timed out.
   */
  static Duration turnLimit(AuditPlan plan) {
    Duration probe = Duration.ofMillis(plan.template().budget().millis()).multipliedBy(2);
    Duration left = plan.hostDeadline().minus(probe);
    Duration half = plan.hostDeadline().dividedBy(2);
    return left.compareTo(half) > 0 ? left : half;
  }

  private static String token() {
    byte[] token = new byte[16];
    RANDOM.nextBytes(token);
    return HexFormat.of().formatHex(token);
  }
}
