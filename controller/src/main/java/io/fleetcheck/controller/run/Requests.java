package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.ScratchDevice;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** The plan's request made out to one host. */
final class Requests {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Requests() {}

  /** With a token that nobody else knows, the host's deadline and the clock of now. */
  static Request forHost(AuditPlan plan, String host, Clock clock) {
    Request template = plan.template();
    List<ScratchDevice> scratch = scratch(plan, host);
    return new Request(
        Request.PROTOCOL,
        token(),
        template.action(),
        template.sysroot(),
        scratch.isEmpty() ? template.mode() : ProbeMode.SCRATCH,
        scratch,
        template.budget(),
        template.busyLimit(),
        template.probeThin(),
        plan.hostDeadline().toSeconds(),
        clock.millis());
  }

  /** The mode is a ceiling: below EXTENT what the inventory gives up stays as it is. */
  private static List<ScratchDevice> scratch(AuditPlan plan, String host) {
    Request template = plan.template();
    List<ScratchDevice> own = plan.scratch().getOrDefault(host, List.of());
    return template.mode().compareTo(ProbeMode.EXTENT) < 0
        ? template.scratch()
        : Stream.concat(template.scratch().stream(), own.stream()).distinct().toList();
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
