package io.fleetcheck.inventory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

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
 * @param ssh what else is said to OpenSSH
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
    Optional<Become> become,
    Ssh ssh) {

  /** {@code ansible_connection}. */
  public enum Method {
    SSH,
    LOCAL
  }

  /** A host on the way. */
  public record Jump(Optional<String> user, String host, OptionalInt port) {

    /**
     * Of {@code ProxyJump}: {@code [user@]host[:port]} or {@code ssh://[user@]host[:port]}, several
     * with commas between; an IPv6 address in brackets.
     */
    public static List<Jump> list(String text) {
      return Stream.of(text.split(",", -1)).map(JumpText::read).toList();
    }
  }

  /**
   * What the inventory says in OpenSSH's own words, for whoever reads OpenSSH's configuration.
   *
   * @param options of ssh_config(5), such as {@code HostKeyAlias=web}; of two that contradict each
   *     other the first counts
   * @param configuration {@code -F}: read in place of the user's file and the machine's
   * @param acceptNewHostKeys {@code --accept-new-host-keys}; where nothing else is said
   */
  public record Ssh(List<String> options, Optional<Path> configuration, boolean acceptNewHostKeys) {
    /** Nothing said. */
    public static final Ssh SILENT = new Ssh(List.of(), Optional.empty(), false);

    public Ssh {
      options = List.copyOf(options);
    }
  }

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

  /** With nothing said in OpenSSH's own words. */
  public ConnectionSettings(
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
    this(
        name,
        method,
        address,
        port,
        user,
        password,
        keyFiles,
        jumps,
        proxyCommand,
        knownHostsFiles,
        hostKeyChecking,
        timeout,
        become,
        Ssh.SILENT);
  }

  public ConnectionSettings {
    keyFiles = List.copyOf(keyFiles);
    jumps = List.copyOf(jumps);
    knownHostsFiles = List.copyOf(knownHostsFiles);
  }
}
