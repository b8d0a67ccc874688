package io.fleetcheck.controller.ssh.config;

import io.fleetcheck.inventory.ConnectionSettings.Jump;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How one host is reached, all that has a say in it considered.
 *
 * @param host name or address to connect to: HostName
 * @param keyAlias under which its key is known: HostKeyAlias
 * @param proxyCommand with its tokens filled in; never together with jumps
 * @param jumps the first hop first
 * @param connectTimeout where it is said
 * @param aliveInterval of questions whether the host still answers, in seconds; empty for ours
 * @param aliveCount after how many unanswered questions it is given up
 * @param warnings what is said and is not honoured, one line each
 */
public record Route(
    String host,
    int port,
    String user,
    Optional<String> keyAlias,
    HostKeys hostKeys,
    Identities identities,
    Methods methods,
    List<Jump> jumps,
    Optional<String> proxyCommand,
    AddressFamily family,
    Optional<Duration> connectTimeout,
    OptionalInt aliveInterval,
    int aliveCount,
    List<String> warnings) {

  public Route {
    jumps = List.copyOf(jumps);
    warnings = List.copyOf(warnings);
  }

  /** The same by way of these hosts, whatever else is said of the way. */
  public Route through(List<Jump> hops) {
    return new Route(
        host,
        port,
        user,
        keyAlias,
        hostKeys,
        identities,
        methods,
        hops,
        Optional.empty(),
        family,
        connectTimeout,
        aliveInterval,
        aliveCount,
        warnings);
  }

  /**
   * By what the host's key is judged.
   *
   * @param userFiles of known hosts; a new key is added to the first
   * @param revoked file of keys that no host may show
   * @param algorithms to ask for, the preferred first; empty for ours
   */
  public record HostKeys(
      HostKeyPolicy policy,
      List<Path> userFiles,
      List<Path> globalFiles,
      Optional<Path> revoked,
      List<String> algorithms) {
    public HostKeys {
      userFiles = List.copyOf(userFiles);
      globalFiles = List.copyOf(globalFiles);
      algorithms = List.copyOf(algorithms);
    }
  }

  /**
   * What there is to show.
   *
   * @param keyFiles of private keys; empty where none is named, for those with the usual names
   * @param certificates beside those that lie beside a key
   * @param only whether ssh-agent may show no keys but these
   * @param agent socket of ssh-agent
   */
  public record Identities(
      List<Path> keyFiles, List<Path> certificates, boolean only, Optional<Path> agent) {
    public Identities {
      keyFiles = List.copyOf(keyFiles);
      certificates = List.copyOf(certificates);
    }
  }

  /** Ways to authenticate that may be tried. */
  public record Methods(boolean publicKey, boolean keyboardInteractive, boolean password) {}

  /** Which addresses of a name are used. */
  public enum AddressFamily {
    ANY,
    INET,
    INET6
  }
}
