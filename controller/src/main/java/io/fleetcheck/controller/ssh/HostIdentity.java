package io.fleetcheck.controller.ssh;

import java.util.Optional;

/**
 * Under which names the key of a host is looked for, as OpenSSH's sshconnect.c does.
 *
 * @param host name or address that is connected to, in OpenSSH's words the HostName
 * @param alias HostKeyAlias: looked for in place of the host, whatever its port
 */
record HostIdentity(String host, int port, Optional<String> alias) {
  private static final int SSH_PORT = 22;

  /** The name that counts first: with the port where it is not the usual one. */
  String name() {
    return alias.orElseGet(() -> port == SSH_PORT ? host : "[" + host + "]:" + port);
  }

  /** Another name that counts as well, where nothing is known under the first. */
  Optional<String> withoutPort() {
    return alias.isPresent() || port == SSH_PORT ? Optional.empty() : Optional.of(host);
  }

  /** Whom a certificate has to be for. */
  String principal() {
    return alias.orElse(host);
  }

  /** For sentences. */
  @Override
  public String toString() {
    String at = port == SSH_PORT ? host : host + " port " + port;
    return alias.map(name -> at + " (as " + name + ")").orElse(at);
  }
}
