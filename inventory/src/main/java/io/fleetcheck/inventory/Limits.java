package io.fleetcheck.inventory;

import java.time.Duration;

/**
 * How much an inventory may ask for before it is refused. Far above anything real, low enough for
 * bounded time and memory.
 *
 * @param fileBytes of one file or one script's output
 * @param lineCharacters of one line of an INI file
 * @param hosts in the whole inventory
 * @param nesting of brackets and indentation in YAML and JSON
 * @param nodes of one YAML document, aliases counted as often as they are used
 * @param scriptTime that one inventory script may take
 */
public record Limits(
    int fileBytes, int lineCharacters, int hosts, int nesting, int nodes, Duration scriptTime) {

  public static Limits defaults() {
    return new Limits(64 << 20, 512 << 10, 200_000, 200, 5_000_000, Duration.ofMinutes(1));
  }
}
