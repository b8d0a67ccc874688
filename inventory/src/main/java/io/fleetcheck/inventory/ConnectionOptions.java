package io.fleetcheck.inventory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the command line says about connections. As in Ansible these hold where the inventory is
 * silent: a host's variable beats the option.
 *
 * @param user {@code -u}
 * @param keyFile {@code --private-key}
 * @param password {@code -k}
 * @param acceptNewHostKeys {@code --accept-new-host-keys}
 * @param timeout {@code -T}
 * @param connection {@code -c}: ssh or local
 * @param become {@code -b}
 * @param becomePassword {@code -K}
 */
public record ConnectionOptions(
    Optional<String> user,
    Optional<Path> keyFile,
    Optional<Secret> password,
    boolean acceptNewHostKeys,
    Optional<Duration> timeout,
    Optional<String> connection,
    boolean become,
    Optional<String> becomeMethod,
    Optional<String> becomeUser,
    Optional<Secret> becomePassword) {

  /** A command line that says nothing of connections. */
  public static ConnectionOptions none() {
    return new ConnectionOptions(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
