package io.fleetcheck.agent.wire;

import java.util.List;

/**
 * The one thing the agent reads from its standard input before it starts, as one line.
 *
 * @param protocol {@link #PROTOCOL}; another number is refused
 * @param token starts every line that the agent writes; random, so that noise cannot forge it
 * @param sysroot where {@code sys}, {@code proc}, {@code dev} and {@code run} are found; {@code /}
 *     on a live host. Below any other root nothing is ever probed.
 * @param mode the most that the probe may write
 * @param scratch devices that may be overwritten whole
 * @param budget what one disk may cost
 * @param busyLimit utilisation in percent over which a disk is refused as busy; 0 for never
 * @param probeThin whether thin LUNs may be probed
 * @param deadlineSeconds after which the agent stops by itself, cleaned up
 * @param controllerTimeMillis the controller's clock, milliseconds since the epoch
 */
public record Request(
    int protocol,
    String token,
    Action action,
    String sysroot,
    ProbeMode mode,
    List<ScratchDevice> scratch,
    Budget budget,
    int busyLimit,
    boolean probeThin,
    long deadlineSeconds,
    long controllerTimeMillis) {

  public static final int PROTOCOL = 1;

  /** What the agent is to do. */
  public enum Action {
    /** Walk the block stack, then probe as the mode allows. */
    AUDIT,
    /** Send the files that the facts are made from, and nothing else. */
    CAPTURE
  }

  /**
   * What the probe of one disk may cost.
   *
   * @param millis wall time, fills included
   * @param bytes written or zeroed, fills included
   * @param slowRatio a size is decided as slow when the interval's low end reaches this
   * @param okRatio a size is decided as fine when the interval's high end is at most this
   */
  public record Budget(long millis, long bytes, double slowRatio, double okRatio) {
    /** 15 s and 192 MiB; the judge's default thresholds. */
    public static final Budget DEFAULT = new Budget(15_000, 192L << 20, 1.5, 2.0);
  }

  public Request {
    scratch = List.copyOf(scratch);
  }
}
