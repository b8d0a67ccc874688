package io.fleetcheck.controller.run;

import io.fleetcheck.controller.verdict.Level;
import java.util.List;
import java.util.Optional;

/**
 * What one run says of one host.
 *
 * @param outcome its text; empty where the host had none when its controller was killed
 * @param disks their levels
 */
public record KeptHost(
    String run, String name, Optional<String> outcome, String detail, List<Level> disks) {
  public KeptHost {
    disks = List.copyOf(disks);
  }
}
