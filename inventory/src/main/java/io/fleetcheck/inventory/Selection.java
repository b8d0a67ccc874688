package io.fleetcheck.inventory;

import java.util.List;

/**
 * What a pattern selected.
 *
 * @param hosts in the inventory's order, each once
 * @param problems warnings where a part of the pattern matched nothing; {@code FATAL} where the
 *     pattern is invalid, and then no hosts
 */
public record Selection(List<String> hosts, List<Problem> problems) {
  public Selection {
    hosts = List.copyOf(hosts);
    problems = List.copyOf(problems);
  }
}
