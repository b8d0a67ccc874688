package io.fleetcheck.inventory;

import io.fleetcheck.inventory.ConnectionSettings.Jump;
import java.util.Optional;
import java.util.OptionalInt;

/** How one hop of {@code ProxyJump} is written. */
final class JumpText {
  private JumpText() {}

  static Jump read(String text) {
    String hop = text.strip();
    if (hop.startsWith("ssh://")) {
      hop = hop.substring("ssh://".length()).replaceAll("/+$", "");
    }
    int at = hop.lastIndexOf('@');
    Optional<String> user = at < 0 ? Optional.empty() : Optional.of(hop.substring(0, at));
    String rest = hop.substring(at + 1);
    int colon = rest.lastIndexOf(':');
    boolean hasPort =
        colon > 0
            && rest.substring(colon + 1).matches("[0-9]{1,5}")
            && (rest.indexOf(':') == colon || rest.charAt(colon - 1) == ']');
    String host = hasPort ? rest.substring(0, colon) : rest;
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    return new Jump(
        user,
        host,
        hasPort
            ? OptionalInt.of(Integer.parseInt(rest.substring(colon + 1)))
            : OptionalInt.empty());
  }
}
