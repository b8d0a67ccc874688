package io.fleetcheck.controller.ssh.config;

import io.fleetcheck.controller.ssh.config.Route.AddressFamily;
import io.fleetcheck.controller.ssh.config.Route.HostKeys;
import io.fleetcheck.controller.ssh.config.Route.Identities;
import io.fleetcheck.controller.ssh.config.Route.Methods;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.ConnectionSettings.Jump;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Makes a route of the options for one host. */
final class RouteReader {
  private static final int SSH_PORT = 22;
  private static final int ALIVE_COUNT = 3;
  private static final int DAY = 86_400;

  /** {@code ssh -G} prints these where no key is named. */
  private static final Set<String> DEFAULT_KEYS =
      Set.of(
          "~/.ssh/id_rsa",
          "~/.ssh/id_ecdsa",
          "~/.ssh/id_ecdsa_sk",
          "~/.ssh/id_ed25519",
          "~/.ssh/id_ed25519_sk",
          "~/.ssh/id_xmss",
          "~/.ssh/id_dsa");

  /** They change where a connection goes, or whom it trusts. */
  private static final List<String> NOT_HONOURED =
      List.of(
          "BindAddress",
          "BindInterface",
          "HostbasedAuthentication",
          "KnownHostsCommand",
          "PKCS11Provider",
          "ProxyUseFdpass",
          "VerifyHostKeyDNS");

  private final Options options;
  private final boolean acceptNew;
  private final Path home;
  private final Map<String, String> environment;
  private final List<String> warnings;
  private final String host;
  private final int port;
  private final String user;
  private final Tokens tokens;

  /**
   * @param given the host as it was named
   * @param acceptNew what to do with new keys where nothing is said
   */
  RouteReader(
      Options options,
      String given,
      boolean acceptNew,
      Path home,
      Map<String, String> environment,
      List<String> warnings) {
    this.options = options;
    this.acceptNew = acceptNew;
    this.home = home;
    this.environment = environment;
    this.warnings = new ArrayList<>(warnings);
    // ssh -G has filled %h in; our own reader has not.
    this.host = options.word("hostname").map(name -> name.replace("%h", given)).orElse(given);
    this.port = options.number("port", 1, 65535).orElse(SSH_PORT);
    this.user = options.word("user").orElseGet(() -> System.getProperty("user.name"));
    String alias = options.word("hostkeyalias").orElse(given);
    this.tokens = new Tokens(given, host, port, user, alias, home, environment);
  }

  /** What the inventory names of files and ways beats the configuration. */
  Route route(ConnectionSettings settings) {
    List<Path> keys = new ArrayList<>(settings.keyFiles());
    keys.addAll(keyFiles());
    Optional<String> proxy = settings.proxyCommand().map(tokens::expand);
    boolean direct = settings.jumps().isEmpty() && proxy.isEmpty();
    return route(
        keys,
        settings.knownHostsFiles().isEmpty()
            ? files("userknownhostsfile", userFiles())
            : settings.knownHostsFiles(),
        direct ? jumps() : settings.jumps(),
        direct ? proxyCommand() : proxy);
  }

  Route route() {
    return route(keyFiles(), files("userknownhostsfile", userFiles()), jumps(), proxyCommand());
  }

  private Route route(
      List<Path> keys, List<Path> knownHosts, List<Jump> jumps, Optional<String> proxyCommand) {
    for (String keyword : NOT_HONOURED) {
      options
          .wordButNone(keyword.toLowerCase(Locale.ROOT))
          .filter(value -> !Set.of("no", "false").contains(value))
          .ifPresent(value -> warnings.add(keyword + " " + value + " is not honoured"));
    }
    return new Route(
        host,
        port,
        user,
        options.wordButNone("hostkeyalias"),
        hostKeys(knownHosts),
        new Identities(
            keys,
            options.all("certificatefile").stream().map(tokens::path).toList(),
            options.truth("identitiesonly").orElse(false),
            agent()),
        methods(),
        jumps,
        proxyCommand,
        family(),
        seconds("connecttimeout"),
        options.number("serveraliveinterval", 1, DAY),
        options.number("serveralivecountmax", 1, DAY).orElse(ALIVE_COUNT),
        warnings);
  }

  private Optional<Duration> seconds(String keyword) {
    OptionalInt number = options.number(keyword, 1, DAY);
    return number.isPresent()
        ? Optional.of(Duration.ofSeconds(number.getAsInt()))
        : Optional.empty();
  }

  private HostKeys hostKeys(List<Path> knownHosts) {
    return new HostKeys(
        policy(),
        knownHosts,
        files("globalknownhostsfile", globalFiles()),
        options.wordButNone("revokedhostkeys").map(tokens::path),
        options
            .word("hostkeyalgorithms")
            // Changes to ssh's own list, which only ssh can make.
            .filter(list -> !list.matches("[+^-].*"))
            .map(list -> List.of(list.split(",")))
            .orElse(List.of()));
  }

  private HostKeyPolicy policy() {
    return switch (options.word("stricthostkeychecking").orElse("ask").toLowerCase(Locale.ROOT)) {
      case "no", "off", "false" -> HostKeyPolicy.ACCEPT;
      case "accept-new" -> HostKeyPolicy.ADD;
      case "ask" -> acceptNew ? HostKeyPolicy.ADD : HostKeyPolicy.REFUSE;
      default -> HostKeyPolicy.REFUSE;
    };
  }

  private List<Path> files(String keyword, List<Path> usual) {
    List<String> words = options.words(keyword);
    if (words.isEmpty()) {
      return usual;
    }
    return words.stream().filter(word -> !word.equals("none")).map(tokens::path).toList();
  }

  /** ssh_config(5), UserKnownHostsFile. */
  private List<Path> userFiles() {
    return List.of(home.resolve(".ssh/known_hosts"), home.resolve(".ssh/known_hosts2"));
  }

  private static List<Path> globalFiles() {
    return List.of(Path.of("/etc/ssh/ssh_known_hosts"), Path.of("/etc/ssh/ssh_known_hosts2"));
  }

  private List<Path> keyFiles() {
    List<String> names = options.all("identityfile");
    boolean usual = names.size() > 1 && DEFAULT_KEYS.containsAll(names);
    return usual
        ? List.of()
        : names.stream().filter(name -> !name.equalsIgnoreCase("none")).map(tokens::path).toList();
  }

  private Optional<Path> agent() {
    String text = options.word("identityagent").orElse("SSH_AUTH_SOCK");
    if (text.equalsIgnoreCase("none")) {
      return Optional.empty();
    }
    if (text.equals("SSH_AUTH_SOCK") || text.matches("\\$\\w+")) {
      return Optional.ofNullable(environment.get(text.replace("$", "")))
          .filter(socket -> !socket.isEmpty())
          .map(Path::of);
    }
    return Optional.of(tokens.path(text));
  }

  private Methods methods() {
    List<String> preferred =
        options
            .word("preferredauthentications")
            .map(list -> List.of(list.split(",")))
            .orElse(List.of("publickey", "keyboard-interactive", "password"));
    return new Methods(
        preferred.contains("publickey")
            && !options.word("pubkeyauthentication").equals(Optional.of("no"))
            && !options.word("pubkeyauthentication").equals(Optional.of("false")),
        preferred.contains("keyboard-interactive")
            && options
                .truth("kbdinteractiveauthentication")
                .or(() -> options.truth("challengeresponseauthentication"))
                .orElse(true),
        preferred.contains("password") && options.truth("passwordauthentication").orElse(true));
  }

  private List<Jump> jumps() {
    return options.wordButNone("proxyjump").map(tokens::expand).map(Jump::list).orElse(List.of());
  }

  private Optional<String> proxyCommand() {
    return options
        .text("proxycommand")
        .filter(command -> !command.equalsIgnoreCase("none"))
        .filter(command -> options.wordButNone("proxyjump").isEmpty())
        .map(tokens::expand);
  }

  private AddressFamily family() {
    return switch (options.word("addressfamily").orElse("any")) {
      case "inet" -> AddressFamily.INET;
      case "inet6" -> AddressFamily.INET6;
      default -> AddressFamily.ANY;
    };
  }
}
