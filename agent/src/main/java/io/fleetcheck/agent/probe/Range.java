package io.fleetcheck.agent.probe;

/**
 * Bytes of a block node that are ours to overwrite, once.
 *
 * @param offset on the node
 * @param logical in the scratch file; equal to offset on a scratch device
 * @param span reserved: aligned, and at least as long as what is overwritten
 */
record Range(long offset, long logical, int span) {

  /** Rounds up to a multiple. */
  static long roundUp(long value, long unit) {
    return (value + unit - 1) / unit * unit;
  }
}
