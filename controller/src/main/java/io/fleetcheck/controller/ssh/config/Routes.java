package io.fleetcheck.controller.ssh.config;

import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.ConnectionSettings.Jump;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Finds how hosts are reached: what inventory and command line say, then OpenSSH's configuration,
 * then its defaults. ssh is asked for each host once, and only where a file says anything that
 * matters here.
 */
public final class Routes {
  /** Questions at once: each costs a process. */
  private static final int QUESTIONS = 8;

  private static final String ALGORITHMS = "hostkeyalgorithms";

  /** Without these in any file no answer of ssh would tell anything new. */
  private static final Set<String> TELLING =
      Set.of(
          "addressfamily",
          "canonicalizehostname",
          "certificatefile",
          "connecttimeout",
          "globalknownhostsfile",
          ALGORITHMS,
          "hostkeyalias",
          "hostname",
          "identitiesonly",
          "identityagent",
          "identityfile",
          "kbdinteractiveauthentication",
          "challengeresponseauthentication",
          "passwordauthentication",
          "port",
          "preferredauthentications",
          "proxycommand",
          "proxyjump",
          "pubkeyauthentication",
          "revokedhostkeys",
          "serveralivecountmax",
          "serveraliveinterval",
          "stricthostkeychecking",
          "user",
          "userknownhostsfile");

  private final Path home;
  private final Map<String, String> environment;
  private final Optional<Path> configuration;
  private final Optional<OpenSsh> ssh;
  private final Semaphore questions = new Semaphore(QUESTIONS);
  private final Map<Optional<Path>, ConfigurationFiles> files = new ConcurrentHashMap<>();
  private final Map<Question, Options> answers = new ConcurrentHashMap<>();
  private volatile Optional<String> defaults = Optional.empty();

  /** What ssh would be called with. */
  private record Question(
      String host,
      Optional<String> user,
      OptionalInt port,
      List<String> options,
      Optional<Path> file) {

    List<String> arguments() {
      List<String> arguments = new ArrayList<>();
      file.ifPresent(given -> arguments.addAll(List.of("-F", given.toString())));
      options.forEach(option -> arguments.addAll(List.of("-o", option)));
      user.ifPresent(name -> arguments.addAll(List.of("-l", name)));
      port.ifPresent(number -> arguments.addAll(List.of("-p", Integer.toString(number))));
      return arguments;
    }
  }

  /**
   * @param home below which the user's files are
   * @param configuration what to read in place of the user's and the machine's files; {@code none}
   *     for nothing
   * @param environment of the process; ssh is looked for in its PATH
   */
  public Routes(Path home, Optional<Path> configuration, Map<String, String> environment) {
    this.home = home;
    this.configuration = configuration;
    this.environment = Map.copyOf(environment);
    this.ssh = OpenSsh.find(environment);
  }

  /**
   * @param started takes what ends a question to ssh early
   * @throws IOException where ssh complains of its configuration, or was ended
   */
  public Route of(ConnectionSettings settings, Consumer<Runnable> started) throws IOException {
    List<String> options = new ArrayList<>(settings.ssh().options());
    if (!settings.hostKeyChecking()) {
      options.add("StrictHostKeyChecking=no");
    }
    Question question =
        new Question(
            settings.address(),
            settings.user(),
            settings.port(),
            options,
            settings.ssh().configuration().or(() -> configuration));
    return reader(question, settings.ssh().acceptNewHostKeys(), started).route(settings);
  }

  /**
   * A host on the way, which has a configuration of its own: what is said of the host behind it
   * does not hold for it, but for the configuration's file and whether new keys are accepted.
   */
  public Route of(Jump jump, ConnectionSettings.Ssh behind, Consumer<Runnable> started)
      throws IOException {
    Question question =
        new Question(
            jump.host(),
            jump.user(),
            jump.port(),
            List.of(),
            behind.configuration().or(() -> configuration));
    return reader(question, behind.acceptNewHostKeys(), started).route();
  }

  private RouteReader reader(Question question, boolean acceptNew, Consumer<Runnable> started)
      throws IOException {
    ConfigurationFiles read = files(question.file());
    List<String> warnings =
        ssh.isPresent()
            ? List.of()
            : read.notHonoured().stream()
                .map(what -> "not honoured, as ssh is not installed here: " + what)
                .toList();
    return new RouteReader(
        options(question, read, started), question.host(), acceptNew, home, environment, warnings);
  }

  private ConfigurationFiles files(Optional<Path> file) {
    return files.computeIfAbsent(
        file,
        given ->
            ConfigurationFiles.read(
                given
                    .map(one -> one.toString().equals("none") ? List.<Path>of() : List.of(one))
                    .orElseGet(
                        () -> List.of(home.resolve(".ssh/config"), Path.of("/etc/ssh/ssh_config"))),
                home));
  }

  private Options options(Question question, ConfigurationFiles read, Consumer<Runnable> started)
      throws IOException {
    if (ssh.isPresent() && read.mention(TELLING)) {
      Options known = answers.get(question);
      return known == null ? ask(ssh.get(), question, started) : known;
    }
    Options options = new Options();
    for (String option : question.options()) {
      ConfigurationLine line = ConfigurationLine.of(option);
      options.add(line.keyword(), line.value());
    }
    question.user().ifPresent(name -> options.add("user", Options.Value.printed("user", name)));
    question
        .port()
        .ifPresent(
            port -> options.add("port", Options.Value.printed("port", Integer.toString(port))));
    read.addTo(options, question.host());
    return options;
  }

  private Options ask(OpenSsh program, Question question, Consumer<Runnable> started)
      throws IOException {
    questions.acquireUninterruptibly();
    try {
      Options answer = program.ask(question.arguments(), question.host(), started);
      if (defaults.isEmpty()) {
        defaults = program.ask(List.of("-F", "none"), "localhost", started).text(ALGORITHMS);
      }
      // ssh prints its own choice, too, which is not ours.
      if (answer.text(ALGORITHMS).equals(defaults)) {
        answer.forget(ALGORITHMS);
      }
      answers.put(question, answer);
      return answer;
    } finally {
      questions.release();
    }
  }
}
