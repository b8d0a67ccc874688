package io.fleetcheck.controller.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What docs/judging.md promises, at a size that every build can afford. */
class ErrorRatesTest {
  private static final int DISKS = 500;

  private static ErrorRates.Rates simulate(double ratio, String noise) {
    return ErrorRates.simulate(
        ratio,
        ErrorRates.NOISES.stream().filter(n -> n.name().equals(noise)).findFirst().orElseThrow(),
        DISKS,
        ErrorRates.RULE);
  }

  @Test
  void aHealthyDiskIsNotCalledSlow() {
    for (SimulatedDisk.Noise noise : ErrorRates.NOISES) {
      ErrorRates.Rates rates = ErrorRates.simulate(1.0, noise, DISKS, ErrorRates.RULE);
      assertTrue(rates.slow() <= 0.003, noise + " " + rates);
    }
  }

  @Test
  void aSlowDiskIsNotAcquitted() {
    for (SimulatedDisk.Noise noise : ErrorRates.NOISES) {
      ErrorRates.Rates rates = ErrorRates.simulate(2.5, noise, DISKS, ErrorRates.RULE);
      assertTrue(rates.ok() <= 0.003, noise + " " + rates);
    }
  }

  @Test
  void usualNoiseLeavesFewUndecided() {
    assertTrue(simulate(1.0, "usual").ok() > 0.98, simulate(1.0, "usual").toString());
    assertTrue(simulate(2.5, "usual").slow() > 0.98, simulate(2.5, "usual").toString());
  }

  @Test
  void theMeanOfTenIsWorse() {
    assertTrue(simulate(1.0, "loud").slowByMean() > 0.1, simulate(1.0, "loud").toString());
  }

  @Test
  void theSameSeedGivesTheSameTable() {
    assertEquals(simulate(1.5, "loud"), simulate(1.5, "loud"));
  }
}
