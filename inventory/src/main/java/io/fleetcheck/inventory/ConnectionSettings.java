package io.fleetcheck.inventory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How one host is to be reached, from its variables as Ansible reads them.
 *
 * @param name the inventory's name of the host; the key of everything said about it
 * @param address {@code ansible_host}, else the name
 * @param port empty where the inventory names none: OpenSSH's configuration, else 22
 * @param user empty where the inventory names none: OpenSSH's configuration, else the own name
 * @param keyFile {@code ansible_ssh_private_key_file}, with {@code ~} expanded
 * @param sshArguments what {@code ansible_ssh_common_args} and the like add to ssh's command line,
 *     split as a shell would
 * @param timeout {@code ansible_timeout}; of connecting
 * @param hostKeyChecking {@code ansible_host_key_checking}; true unless switched off
 */
public record ConnectionSettings(
    String name,
    Method method,
    String address,
    OptionalInt port,
    Optional<String> user,
    Optional<Secret> password,
    Optional<Path> keyFile,
    List<String> sshArguments,
    Duration timeout,
    boolean hostKeyChecking,
    Optional<Become> become) {

  /** {@code ansible_connection}. */
  public enum Method {
    SSH,
    LOCAL
  }

  /**
   * Becoming another user on the host.
   *
   * @param method {@code sudo} or {@code su}
   * @param user usually {@code root}
   */
  public record Become(String method, String user, Optional<Secret> password) {}

  public ConnectionSettings {
    sshArguments = List.copyOf(sshArguments);
  }
}
