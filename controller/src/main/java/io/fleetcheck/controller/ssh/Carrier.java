package io.fleetcheck.controller.ssh;

import java.io.IOException;
import net.schmizz.sshj.SSHClient;

/** What carries the bytes of one SSH connection: TCP, a channel of another, or a process. */
interface Carrier {

  /** Opens the way to the host's port. */
  void open() throws IOException;

  /**
   * Has sshj speak over it: versions and keys are exchanged.
   *
   * @param name of the host, for sshj's own errors
   */
  void attach(SSHClient client, String name, int port) throws IOException;

  /** Frees whatever waits for bytes. Never blocks; from any thread; more than once, or early. */
  void cut();

  /** What the carrier itself has to say to a failure; empty for nothing. */
  default String complaint() {
    return "";
  }
}
