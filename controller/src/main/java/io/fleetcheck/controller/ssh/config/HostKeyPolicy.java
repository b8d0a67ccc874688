package io.fleetcheck.controller.ssh.config;

/**
 * What becomes of a host whose key is not known; ssh_config(5), StrictHostKeyChecking. A key that
 * contradicts what is known, or is revoked, is refused by all of them, unlike OpenSSH's {@code no}.
 */
public enum HostKeyPolicy {
  /** {@code yes}, and {@code ask}: nobody is asked about one key among thousands. */
  REFUSE,
  /** {@code accept-new}: the key is added to the user's file, and told. */
  ADD,
  /** {@code no}: the key is accepted for this connection, written nowhere, and told. */
  ACCEPT
}
