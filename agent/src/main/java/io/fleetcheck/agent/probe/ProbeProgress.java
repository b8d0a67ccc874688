package io.fleetcheck.agent.probe;

/** Told how far the probe of one disk is; for people. */
public interface ProbeProgress {
  /**
   * @param step of {@code steps}, from 0
   */
  void step(String what, int step, int steps);
}
