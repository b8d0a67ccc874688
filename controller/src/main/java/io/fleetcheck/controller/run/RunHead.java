package io.fleetcheck.controller.run;

import java.time.Instant;
import java.util.Map;

/**
 * What is known of a run before any host answered.
 *
 * @param options as the user gave them, by long name, without secrets
 */
public record RunHead(String id, Instant started, String controller, Map<String, String> options) {
  public RunHead {
    options = Map.copyOf(options);
  }
}
