package io.fleetcheck.agent.wire;

/** How much the probe may write, in rising order; the mode asked for is a ceiling. */
public enum ProbeMode {
  /** Nothing is written. */
  INSPECT,
  /** Only the file pattern, in files of the agent's own. */
  FILE,
  /** Zeroes blocks, on the block device, that belong to a scratch file of the agent's own. */
  EXTENT,
  /** Zeroes a whole device that the user named as scratch. Never reached by fall-through. */
  SCRATCH
}
