package io.fleetcheck.controller.ssh;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Who it is that connects.
 *
 * @param home below which OpenSSH's files are
 * @param environment of the process: SSH_AUTH_SOCK, and PATH, in which ssh is looked for
 * @param configuration of OpenSSH to read in place of the usual files; {@code none} for nothing
 * @param passphrases asked for those of private keys
 */
record SshUser(
    Path home,
    Map<String, String> environment,
    Optional<Path> configuration,
    Passphrases passphrases) {

  /** With the environment and OpenSSH's own configuration. */
  static SshUser current(Path home, Passphrases passphrases) {
    return new SshUser(home, System.getenv(), Optional.empty(), passphrases);
  }
}
