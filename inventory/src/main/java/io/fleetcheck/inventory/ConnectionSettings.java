package io.fleetcheck.inventory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How one host is to be reached, from its variables as Ansible reads them and from the command
 * line.
 *
 * @param name the inventory's name of the host; the key of everything said about it
 * @param address {@code ansible_host}, else the name
 * @param port empty where the inventory names none: OpenSSH's configuration, else 22
 * @param user empty where the inventory names none: OpenSSH's configuration, else the own name
 * @param keyFiles {@code ansible_ssh_private_key_file} and {@code -i}, with {@code ~} expanded;
 *     empty where none is named: OpenSSH's configuration, else its default names
 * @param jumps {@code -J} or {@code ProxyJump}, the first hop first
 * @param proxyCommand with OpenSSH's tokens (%h, %p, %r) as they are; never together with jumps
 * @param knownHostsFiles {@code UserKnownHostsFile}; empty for OpenSSH's own
 * @param hostKeyChecking {@code ansible_host_key_checking}, {@code StrictHostKeyChecking}; true
 *     unless switched off
 * @param timeout {@code ansible_timeout}; of connecting
 */
public record ConnectionSettings(
    String name,
    Method method,
    String address,
    OptionalInt port,
    Optional<String> user,
    Optional<Secret> password,
    List<Path> keyFiles,
    List<Jump> jumps,
    Optional<String> proxyCommand,
    List<Path> knownHostsFiles,
    boolean hostKeyChecking,
    Duration timeout,
    Optional<Become> become) {

  /** {@code ansible_connection}. */
  public enum Method {
    SSH,
    LOCAL
  }

  /** A host on the way. */
  public record Jump(Optional<String> user, String host, OptionalInt port) {}

  /**
   * Becoming another user on the host.
   *
   * @param method {@code sudo} or {@code su}
   * @param user usually {@code root}
   * @param program {@code ansible_become_exe} and those of {@code ansible_become_flags} that stand
   *     before fleetcheck's own flags
   */
  public record Become(
      String method, String user, Optional<Secret> password, List<String> program) {

    public Become {
      program = List.copyOf(program);
    }

    /** By the program in PATH that is called as the method is. */
    public Become(String method, String user, Optional<Secret> password) {
      this(method, user, password, List.of(method));
    }
  }

  public ConnectionSettings {
    keyFiles = List.copyOf(keyFiles);
    jumps = List.copyOf(jumps);
    knownHostsFiles = List.copyOf(knownHostsFiles);
  }
}
