package io.fleetcheck.controller.cli;

import io.fleetcheck.inventory.ConnectionOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How hosts are reached where the inventory does not say. Named as Ansible names them. */
final class ConnectionArguments {
  @Option(
      names = {"-u", "--user"},
      paramLabel = "USER",
      description = "Log in as this user.")
  private @Nullable String user;

  @Option(names = "--private-key", paramLabel = "FILE", description = "Log in with this key.")
  private @Nullable Path privateKey;

  @Option(
      names = {"-T", "--timeout"},
      paramLabel = "SECONDS",
      description = "How long connecting may take (default: 10).")
  private @Nullable Integer timeout;

  @Option(
      names = {"-b", "--become"},
      description =
          "Become root by sudo. Without root most of the facts and every probe are out of reach.")
  private boolean become;

  @Option(
      names = "--become-user",
      paramLabel = "USER",
      description = "Become this user (default: root).")
  private @Nullable String becomeUser;

  @Option(
      names = {"-K", "--ask-become-pass"},
      description =
          "Ask once, on the terminal, for the password of sudo; for the hosts that become root by -b or by the inventory.")
  private boolean askBecomePassword;

  boolean asksForPassword() {
    return askBecomePassword;
  }

  Optional<Integer> timeout() {
    return Optional.ofNullable(timeout);
  }

  Optional<Path> privateKey() {
    return Optional.ofNullable(privateKey);
  }

  /** All but the password, which is asked for later. */
  ConnectionOptions options() {
    return new ConnectionOptions(
        Optional.ofNullable(user),
        privateKey(),
        Optional.empty(),
        timeout().map(Duration::ofSeconds),
        Optional.empty(),
        become,
        Optional.empty(),
        Optional.ofNullable(becomeUser),
        Optional.empty());
  }
}
