package io.fleetcheck.inventory;

import java.util.List;

/**
 * A group as read.
 *
 * @param children names of the groups directly below, in order
 * @param hosts names of the hosts directly in it, in order
 */
public record Group(String name, List<String> children, List<String> hosts) {
  public Group {
    children = List.copyOf(children);
    hosts = List.copyOf(hosts);
  }
}
