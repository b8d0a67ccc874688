package io.fleetcheck.inventory;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host's name with an optional port, by Ansible's idea of what an address looks like.
 *
 * <p>Ansible's expressions are kept as they are, slips included: its IPv6 expression is anchored
 * only at the first and the last of its alternatives, so most text with an IPv6 beginning passes.
 *
 * @param host without the port; may hold ranges
 */
record HostAddress(String host, Optional<BigInteger> port) {
  private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
  private static final Pattern BRACKETED_PORT = Pattern.compile("\\[([^\\n]+)]:([0-9]+)\\n?");
  private static final Pattern PORT =
      Pattern.compile("((?:[^:\\[\\]]|\\[[^\\]]*])*+):([0-9]+)\\n?");
  private static final String NUMERIC_RANGE = "\\[[0-9]+:[0-9]+(?::[0-9]+)?]";
  private static final String HEX_RANGE = "\\[[0-9a-f]+:[0-9a-f]+(?::[0-9]+)?]";
  private static final String NAME_RANGE = "\\[(?:[a-z]:[a-z]|[0-9]+:[0-9]+)(?::[0-9]+)?]";
  private static final Pattern IPV4 =
      Pattern.compile(
          "(?:P\\.){3}P\\n?"
              .replace("P", "(?:[01]?[0-9]{1,2}|2[0-4][0-9]|25[0-5]|" + NUMERIC_RANGE + ")"),
          FLAGS);
  private static final Pattern IPV6 =
      Pattern.compile(
          String.join(
                  "|",
                  "^(?:P:){7}P",
                  "(?:P:){1,6}:",
                  "(?:P:)(?::P){1,6}",
                  "(?:P:){2}(?::P){1,5}",
                  "(?:P:){3}(?::P){1,4}",
                  "(?:P:){4}(?::P){1,3}",
                  "(?:P:){5}(?::P){1,2}",
                  "(?:P:){6}(?::P)",
                  ":(?::P){1,6}",
                  "P?::",
                  "(?:0:){6}(?:P\\.){3}P",
                  "::(?:ffff:)?(?:P\\.){3}P",
                  "(?:0:){5}ffff:(?:P\\.){3}P$")
              .replace("P", "(?:[0-9a-f]{1,4}|" + HEX_RANGE + ")"),
          FLAGS);
  private static final String LABEL =
      "(?:[W]|R)(?:[W-]|R)*+(?<![_-])".replace("R", NAME_RANGE).replace("W", "\\p{L}\\p{N}_");
  private static final Pattern NAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*+\\n?", FLAGS);

  /** Empty where the text is no address; Ansible then takes it as a name, as it is. */
  static Optional<HostAddress> parse(String text, boolean rangesAllowed) {
    String host = text;
    Optional<BigInteger> port = Optional.empty();
    for (Pattern pattern : new Pattern[] {BRACKETED_PORT, PORT}) {
      Matcher matcher = pattern.matcher(host);
      if (matcher.matches()) {
        port = Optional.of(new BigInteger(matcher.group(2)));
        host = matcher.group(1);
      }
    }
    boolean known =
        IPV4.matcher(host).matches()
            || IPV6.matcher(host).lookingAt()
            || NAME.matcher(host).matches();
    return known && (rangesAllowed || host.indexOf('[') < 0)
        ? Optional.of(new HostAddress(host, port))
        : Optional.empty();
  }

  /** {@code inventory_hostname_short} keeps addresses whole. */
  static boolean isIpAddress(String name) {
    return IPV4.matcher(name).matches() || IPV6.matcher(name).lookingAt();
  }
}
