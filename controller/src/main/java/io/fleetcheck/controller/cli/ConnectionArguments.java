package io.fleetcheck.controller.cli;

import io.fleetcheck.inventory.ConnectionOptions;
import io.fleetcheck.inventory.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How hosts are reached where the inventory does not say. Named as Ansible names them. */
final class ConnectionArguments {
  private static final String NOBODY_TO_ASK =
      "--ask-become-pass: there is no terminal to ask on; let sudo do without a password, or set"
          + " ansible_become_password in the inventory";

  private static final String NOBODY_TO_ASK_TO_LOG_IN =
      "--ask-pass: there is no terminal to ask on; log in with a key, or set ansible_password in"
          + " the inventory";

  @Option(
      names = {"-u", "--user"},
      paramLabel = "USER",
      description = "Log in as this user.")
  private @Nullable String user;

  @Option(names = "--private-key", paramLabel = "FILE", description = "Log in with this key.")
  private @Nullable Path privateKey;

  @Option(
      names = {"-k", "--ask-pass"},
      description = "Ask once, on the terminal, for the password to log in with.")
  private boolean askPassword;

  @Option(
      names = "--accept-new-host-keys",
      description =
          "Add the keys of hosts of which none is known to the known_hosts file, and say so; keys that differ from known ones are refused all the same.")
  private boolean acceptNewHostKeys;

  @Option(
      names = {"-T", "--timeout"},
      paramLabel = "SECONDS",
      description = "How long connecting may take (default: 10).")
  private @Nullable Integer timeout;

  @Option(
      names = {"-b", "--become"},
      description = "Become root. Without root most of the facts and every probe are out of reach.")
  private boolean become;

  @Option(
      names = "--become-method",
      paramLabel = "METHOD",
      description = "Become another user by sudo or su (default: sudo).")
  private @Nullable String becomeMethod;

  @Option(
      names = "--become-user",
      paramLabel = "USER",
      description = "Become this user (default: root).")
  private @Nullable String becomeUser;

  @Option(
      names = {"-K", "--ask-become-pass"},
      description =
          "Ask once, on the terminal, for the password of sudo or su; for the hosts that become root by -b or by the inventory.")
  private boolean askBecomePassword;

  /**
   * @param problems gets a line for each thing that is wrong
   */
  void check(List<String> problems) {
    if (timeout != null) {
      Ranges.check("--timeout", timeout, 1, Ranges.DAY, problems);
    }
    if (becomeMethod != null && !becomeMethod.matches("sudo|su")) {
      problems.add("--become-method %s: must be sudo or su".formatted(becomeMethod));
    }
    if (privateKey != null && !Files.isReadable(privateKey)) {
      problems.add("--private-key: %s cannot be read".formatted(privateKey));
    }
  }

  /**
   * Asks for the passwords that are wanted.
   *
   * @throws UsageException where there is nobody to ask
   */
  ConnectionOptions options(Surroundings surroundings) throws UsageException {
    Optional<Secret> password =
        askPassword
            ? Optional.of(ask(surroundings, "SSH password: ", NOBODY_TO_ASK_TO_LOG_IN))
            : Optional.empty();
    Optional<Secret> becomePassword =
        askBecomePassword
            ? Optional.of(ask(surroundings, "BECOME password: ", NOBODY_TO_ASK))
            : Optional.empty();
    return new ConnectionOptions(
        Optional.ofNullable(user),
        Optional.ofNullable(privateKey),
        password,
        acceptNewHostKeys,
        Optional.ofNullable(timeout).map(Duration::ofSeconds),
        Optional.empty(),
        become,
        Optional.ofNullable(becomeMethod),
        Optional.ofNullable(becomeUser),
        becomePassword);
  }

  private static Secret ask(Surroundings surroundings, String text, String nobody)
      throws UsageException {
    return surroundings.prompt().orElseThrow(() -> new UsageException(nobody)).apply(text);
  }
}
