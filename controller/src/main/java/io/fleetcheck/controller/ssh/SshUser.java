package io.fleetcheck.controller.ssh;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Who it is that connects.
 *
 * @param home below which OpenSSH's files are
 * @param agentSocket of ssh-agent
 * @param passphrases asked for those of private keys
 */
record SshUser(Path home, Optional<Path> agentSocket, Passphrases passphrases) {

  /** With the ssh-agent that the environment names, if it does. */
  static SshUser current(Path home, Passphrases passphrases) {
    Optional<Path> agent =
        Optional.ofNullable(System.getenv("SSH_AUTH_SOCK"))
            .filter(socket -> !socket.isEmpty())
            .map(Path::of);
    return new SshUser(home, agent, passphrases);
  }
}
