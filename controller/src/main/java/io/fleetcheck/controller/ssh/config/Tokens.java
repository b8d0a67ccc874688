package io.fleetcheck.controller.ssh.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** Percent signs and environment variables in options: ssh_config(5), TOKENS. */
final class Tokens {
  private final Map<Character, String> values = new HashMap<>();
  private final Map<String, String> environment;

  /**
   * @param given the host as it was named
   * @param host what is connected to
   * @param alias HostKeyAlias, else as given
   */
  Tokens(
      String given,
      String host,
      int port,
      String user,
      String alias,
      Path home,
      Map<String, String> environment) {
    this.environment = environment;
    String local = localHost();
    values.put('%', "%");
    values.put('d', home.toString());
    values.put('h', host);
    values.put('k', alias);
    values.put('l', local);
    values.put('L', local.split("\\.", 2)[0]);
    values.put('n', given);
    values.put('p', Integer.toString(port));
    values.put('r', user);
    values.put('u', System.getProperty("user.name"));
    values.put('C', hash(local + host + port + user));
  }

  private static String localHost() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException notLinux) {
      return "localhost";
    }
  }

  private static String hash(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }

  /** With tokens filled in; what is none stays as it is. */
  String expand(String text) {
    StringBuilder expanded = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      String value = c == '%' && at + 1 < text.length() ? values.get(text.charAt(at + 1)) : null;
      if (value == null) {
        expanded.append(c);
      } else {
        expanded.append(value);
        at++;
      }
    }
    return expanded.toString();
  }

  /** With tokens, environment variables as <code>${NAME}</code>, and {@code ~} filled in. */
  Path path(String text) {
    StringBuilder filled = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int close = text.startsWith("${", at) ? text.indexOf('}', at) : -1;
      if (close < 0) {
        filled.append(text.charAt(at++));
      } else {
        filled.append(environment.getOrDefault(text.substring(at + 2, close), ""));
        at = close + 1;
      }
    }
    String expanded = expand(filled.toString());
    String home = String.valueOf(values.get('d'));
    boolean below = expanded.equals("~") || expanded.startsWith("~/");
    return Path.of(below ? home + expanded.substring(1) : expanded);
  }
}
