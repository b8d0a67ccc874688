package io.fleetcheck.inventory;

import io.fleetcheck.inventory.ConnectionSettings.Jump;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What arguments to {@code ssh} ask for, as OpenSSH reads its command line: of each option the
 * first counts, keys add up.
 */
final class SshOptions {
  /** Flags of ssh(1) that take an argument. */
  private static final String WITH_ARGUMENT = "BbcDEeFIiJLlmOopQRSWw";

  /** They change nothing for one command without a terminal, or fleetcheck does the same anyway. */
  private static final String WITHOUT_EFFECT = "CqvTtaxkn";

  private static final Set<String> OPTIONS_WITHOUT_EFFECT =
      Set.of(
          "batchmode",
          "compression",
          "controlmaster",
          "controlpath",
          "controlpersist",
          "loglevel",
          "requesttty",
          "tcpkeepalive");

  /** Whoever reads OpenSSH's configuration takes them with it. */
  private static final Set<String> PASSED_ON =
      Set.of(
          "addressfamily",
          "certificatefile",
          "challengeresponseauthentication",
          "globalknownhostsfile",
          "hostkeyalgorithms",
          "hostkeyalias",
          "identitiesonly",
          "identityagent",
          "kbdinteractiveauthentication",
          "passwordauthentication",
          "preferredauthentications",
          "pubkeyauthentication",
          "revokedhostkeys",
          "serveralivecountmax",
          "serveraliveinterval");

  private final List<String> identities = new ArrayList<>();
  private final List<String> passedOn = new ArrayList<>();
  private final List<String> notHonoured = new ArrayList<>();
  private Optional<String> configuration = Optional.empty();
  private Optional<String> address = Optional.empty();
  private Optional<String> port = Optional.empty();
  private Optional<String> user = Optional.empty();
  private Optional<String> timeout = Optional.empty();
  private Optional<String> knownHosts = Optional.empty();
  private Optional<String> strictHostKeyChecking = Optional.empty();
  private Optional<String> proxyCommand = Optional.empty();
  private Optional<String> proxyJump = Optional.empty();

  SshOptions(List<String> arguments) {
    int at = 0;
    while (at < arguments.size()) {
      String argument = arguments.get(at++);
      if (!argument.startsWith("-") || argument.length() == 1) {
        notHonoured.add(argument);
        continue;
      }
      for (int flag = 1; flag < argument.length(); flag++) {
        char letter = argument.charAt(flag);
        if (WITH_ARGUMENT.indexOf(letter) >= 0) {
          boolean attached = flag + 1 < argument.length();
          String value =
              attached
                  ? argument.substring(flag + 1)
                  : at < arguments.size() ? arguments.get(at++) : "";
          flag(letter, value);
          break;
        }
        if (letter == '4' || letter == '6') {
          passedOn.add("AddressFamily=" + (letter == '4' ? "inet" : "inet6"));
        } else if (WITHOUT_EFFECT.indexOf(letter) < 0) {
          notHonoured.add("-" + letter);
        }
      }
    }
  }

  private void flag(char letter, String value) {
    switch (letter) {
      case 'F' -> configuration = configuration.or(() -> Optional.of(value));
      case 'i' -> identities.add(value);
      case 'J' -> proxyJump(value);
      case 'l' -> user = user.or(() -> Optional.of(value));
      case 'o' -> option(value);
      case 'p' -> port = port.or(() -> Optional.of(value));
      case 'S' -> {}
      default -> notHonoured.add("-" + letter + " " + value);
    }
  }

  /** {@code Key=value} or {@code Key value}; keys without regard to case. */
  private void option(String text) {
    String[] parts = text.strip().split("[\\s=]\\s*=?\\s*", 2);
    String key = parts[0].toLowerCase(Locale.ROOT);
    String value = parts.length > 1 ? unquote(parts[1].strip()) : "";
    Optional<String> given = Optional.of(value);
    switch (key) {
      case "connecttimeout" -> timeout = timeout.or(() -> given);
      case "hostname" -> address = address.or(() -> given);
      case "identityfile" -> identities.add(value);
      case "port" -> port = port.or(() -> given);
      case "proxycommand" -> {
        if (proxyJump.isEmpty()) {
          proxyCommand = proxyCommand.or(() -> given);
        }
      }
      case "proxyjump" -> proxyJump(value);
      case "stricthostkeychecking" ->
          strictHostKeyChecking =
              strictHostKeyChecking.or(() -> Optional.of(value.toLowerCase(Locale.ROOT)));
      case "user" -> user = user.or(() -> given);
      case "userknownhostsfile" -> knownHosts = knownHosts.or(() -> given);
      default -> {
        if (PASSED_ON.contains(key)) {
          passedOn.add(key + "=" + (parts.length > 1 ? parts[1].strip() : ""));
        } else if (!OPTIONS_WITHOUT_EFFECT.contains(key)) {
          notHonoured.add("-o " + text);
        }
      }
    }
  }

  private void proxyJump(String value) {
    if (proxyCommand.isEmpty()) {
      proxyJump = proxyJump.or(() -> Optional.of(value));
    }
  }

  private static String unquote(String value) {
    return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
        ? value.substring(1, value.length() - 1)
        : value;
  }

  Optional<String> address() {
    return address;
  }

  Optional<String> port() {
    return port;
  }

  Optional<String> user() {
    return user;
  }

  Optional<String> timeout() {
    return timeout;
  }

  List<String> identities() {
    return identities;
  }

  Optional<String> strictHostKeyChecking() {
    return strictHostKeyChecking;
  }

  /** Empty for "none", too: that switches off what OpenSSH's configuration says. */
  Optional<String> proxyCommand() {
    return proxyCommand.filter(command -> !command.equalsIgnoreCase("none"));
  }

  /** Whether it is said that there is to be none. */
  boolean forbidsProxy() {
    return namesProxy() && jumps().isEmpty() && proxyCommand().isEmpty();
  }

  boolean namesProxy() {
    return proxyCommand.isPresent() || proxyJump.isPresent();
  }

  List<Jump> jumps() {
    return proxyJump.filter(value -> !value.equalsIgnoreCase("none")).stream()
        .flatMap(value -> Jump.list(value).stream())
        .toList();
  }

  List<String> knownHostsFiles() {
    return knownHosts.map(value -> List.of(value.split("\\s+", -1))).orElse(List.of());
  }

  /** {@code -F}. */
  Optional<String> configuration() {
    return configuration;
  }

  /** Further options as ssh_config(5) has them, {@code key=value}. */
  List<String> passedOn() {
    return passedOn;
  }

  /** As they were written; for a warning. */
  List<String> notHonoured() {
    return notHonoured;
  }
}
