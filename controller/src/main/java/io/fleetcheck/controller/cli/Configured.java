package io.fleetcheck.controller.cli;

import io.fleetcheck.playbooks.Config;

/** The configuration, as far as it can be used. */
final class Configured {
  private Configured() {}

  /**
   * Warnings go to standard error.
   *
   * @throws UsageException with everything that is wrong with it
   */
  static Config of(Surroundings surroundings) throws UsageException {
    Config config = surroundings.config();
    config
        .warnings()
        .forEach(warning -> surroundings.err().println("fleetcheck: warning: " + warning));
    if (!config.problems().isEmpty()) {
      throw new UsageException(config.problems());
    }
    return config;
  }
}
