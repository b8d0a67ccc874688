package io.fleetcheck.inventory;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** What stands for hosts in INI and YAML: a name, with ranges and a port if it likes. */
record HostPattern(List<String> names, Optional<BigInteger> port) {

  static HostPattern parse(String text, int hostLimit, Place place) throws InvalidSource {
    Optional<HostAddress> address = HostAddress.parse(text, true);
    String host = address.map(HostAddress::host).orElse(text);
    List<String> names;
    try {
      names = host.indexOf('[') < 0 ? List.of(host) : HostRange.expand(host, hostLimit);
    } catch (HostRange.Invalid invalid) {
      throw new InvalidSource(
          Problem.unread(
              place, String.valueOf(invalid.getMessage()), Excerpt.of(text), invalid.expected()));
    }
    return new HostPattern(names, address.flatMap(HostAddress::port));
  }
}
