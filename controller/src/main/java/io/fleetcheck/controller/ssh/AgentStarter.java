package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.run.Finding;
import io.fleetcheck.controller.run.HostOutcome.AgentFailed;
import io.fleetcheck.controller.run.HostOutcome.NoJava;
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings.Become;
import io.fleetcheck.inventory.Secret;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Turns a command on a host into its agent, waiting for its request: one exec, in which the scripts
 * say how far they are and the answers go to their standard input.
 */
final class AgentStarter {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Scripts scripts;
  private final AgentJar agent;
  private final Runtimes runtimes;
  private final Passwords passwords;
  private final Optional<Become> become;
  private final Optional<Consumer<Finding>> findings;
  private final String java;
  private final String target;

  /**
   * @param runtimes for hosts without a Java
   * @param passwords stops the run where too many are wrong
   * @param findings told what an audit would need; empty where nobody wants to know
   * @param java to look at first on the host; empty for none
   * @param target how the host is called in sentences
   */
  AgentStarter(
      Scripts scripts,
      AgentJar agent,
      Runtimes runtimes,
      Passwords passwords,
      Optional<Become> become,
      Optional<Consumer<Finding>> findings,
      String java,
      String target) {
    this.scripts = scripts;
    this.agent = agent;
    this.runtimes = runtimes;
    this.passwords = passwords;
    this.become = become;
    this.findings = findings;
    this.java = java;
    this.target = target;
  }

  /** The program that becomes another user; empty where there is none to. */
  String method() {
    return become.map(Become::method).orElse("");
  }

  AgentSession start(Link link, StageTimer timer) throws HostFailure, IOException {
    byte[] random = new byte[12];
    RANDOM.nextBytes(random);
    String mark = "fleetcheck-" + HexFormat.of().formatHex(random);
    Link.Running running = link.exec(Scripts.COMMAND);
    Start start = new Start(mark, running, timer);
    Thread reader = new Thread(start.diagnostics, "fleetcheck-stderr");
    reader.setDaemon(true);
    reader.start();
    start.toTheAgent();
    return new AgentSession(target, running, start.stdout, start.diagnostics);
  }

  /** One start under way. */
  private final class Start {
    private final String mark;
    private final Link.Running running;
    private final StageTimer timer;
    private final InputStream stdout;
    private final Marks marks;
    private final Diagnostics diagnostics;
    private final AtomicInteger prompts = new AtomicInteger();
    private volatile boolean became;
    private String login = "";

    Start(String mark, Link.Running running, StageTimer timer) {
      this.mark = mark;
      this.running = running;
      this.timer = timer;
      this.stdout = new BufferedInputStream(running.stdout());
      this.marks = new Marks(stdout, mark);
      this.diagnostics =
          new Diagnostics(
              running.stderr(),
              mark,
              Scripts.prompts(mark, become.map(Become::method).orElse("")),
              this::answerPrompt);
    }

    void toTheAgent() throws HostFailure, IOException {
      if (become.isPresent()) {
        become(become.get());
      }
      send(scripts.startLine(mark, agent, java, findings.isPresent()));
      expect("shell");
      follow();
    }

    private void become(Become other) throws HostFailure, IOException {
      if (other.password().isEmpty()) {
        becomeNow(other);
        return;
      }
      Stage stage = timer.stage();
      timer.suspend();
      Passwords.Try once = passwords.begin(Passwords.Kind.BECOME);
      try {
        timer.enter(stage);
        becomeNow(other);
        if (prompts.get() > 0) {
          once.right();
        }
      } catch (HostFailure refused) {
        if (refused.outcome().detail().contains(BecomeRefusal.WRONG)) {
          once.wrong(target);
        }
        throw refused;
      } finally {
        once.close();
      }
    }

    private void becomeNow(Become other) throws HostFailure, IOException {
      send(scripts.becomeLine(mark, other));
      login = expect("shell");
      timer.enter(Stage.BECOME);
      expect("became");
      became = true;
    }

    private void follow() throws HostFailure, IOException {
      List<String> candidates = new ArrayList<>();
      List<String> refused = new ArrayList<>();
      Optional<RuntimeArchive> runtime = Optional.empty();
      while (true) {
        Marks.Mark said = next();
        switch (said.word()) {
          case "more" -> send(scripts.prepareLine(findings.isPresent()));
          case "fact" -> findings.ifPresent(told -> told.accept(finding(said.rest())));
          case "candidate" -> candidates.add(said.rest());
          case "refused" -> refused.add(said.rest());
          case "nojava" -> runtime = Optional.of(offer(said.rest(), candidates));
          case "runtime" -> push(runtime.orElseThrow());
          case "noplace" ->
              throw said.rest().equals("runtime")
                  ? noPlaceForJava(candidates, refused)
                  : noPlace(refused);
          case "damaged" ->
              throw failed(
                  "the agent did not arrive whole in " + said.rest() + ": is its disk full?");
          case "push" -> push();
          case "stored" -> {}
          case "start" -> {
            timer.enter(Stage.START);
            return;
          }
          default -> throw failed("the start script said: " + said);
        }
      }
    }

    /** What, how it is, what was found, after a bar what to do. */
    private static Finding finding(String fact) {
      String[] words = fact.split(" ", 3);
      String[] parts = words[words.length - 1].split("\\|", 2);
      Finding.Grade grade =
          switch (words.length < 3 ? "" : words[1]) {
            case "ok" -> Finding.Grade.OK;
            case "no" -> Finding.Grade.WRONG;
            default -> Finding.Grade.NOTE;
          };
      return new Finding(words[0], grade, parts[0], parts.length == 1 ? "" : parts[1]);
    }

    /** Names to the host the runtime that it can have. */
    private RuntimeArchive offer(String platform, List<String> candidates) throws HostFailure {
      HostPlatform host = HostPlatform.parse(platform);
      Runtimes.Choice choice = runtimes.choose(host, Scripts.OLDEST_JAVA);
      if (choice.archive().isEmpty()) {
        send("");
        throw noJava(host, candidates, choice.unfit());
      }
      RuntimeArchive archive = choice.archive().get();
      send(archive.sha256() + " " + archive.size() + " " + (archive.unpacked() >> 10));
      return archive;
    }

    private void push(RuntimeArchive runtime) throws HostFailure {
      timer.enter(Stage.RUNTIME);
      try (InputStream content = Files.newInputStream(runtime.file())) {
        byte[] buffer = new byte[1 << 16];
        for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
          if (!tell(running, buffer, n)) {
            return;
          }
        }
      } catch (IOException unreadable) {
        throw failed(
            "the Java runtime for it cannot be read here: " + AgentHost.reason(unreadable));
      }
    }

    private void push() {
      timer.enter(Stage.PUSH);
      tell(running, agent.content());
    }

    private void send(String line) {
      tell(running, (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private String expect(String word) throws HostFailure, IOException {
      Marks.Mark said = next();
      if (!said.word().equals(word)) {
        throw failed("the start script said " + said.word() + " instead of " + word);
      }
      return said.rest();
    }

    private Marks.Mark next() throws HostFailure, IOException {
      Optional<Marks.Mark> said = marks.next();
      return said.isPresent() ? said.get() : ended();
    }

    /** The output has ended before the script did. */
    private Marks.Mark ended() throws HostFailure, IOException {
      String said = (marks.noise() + "\n" + diagnostics.text()).strip();
      Link.Exit exit = running.exit();
      String text = oneLine(said);
      throw switch (timer.stage()) {
        case BECOME ->
            became
                ? failed("the start script ended (" + exit + "): " + text)
                : new HostFailure(new Unreachable(Stage.BECOME, refusal(said)));
        case RUNTIME, PUSH, START -> failed("the start script ended (" + exit + "): " + text);
        default ->
            new HostFailure(
                new Unreachable(
                    Stage.SHELL,
                    "the login shell of "
                        + target
                        + " did not run our command ("
                        + exit
                        + "): "
                        + (text.isEmpty() ? "it said nothing" : text)));
      };
    }

    private String refusal(String said) {
      Become other = become.orElseThrow();
      String why =
          new BecomeRefusal(other.method(), login, other.user(), target)
              .explain(said, prompts.get() > 0 && other.password().isPresent(), prompts.get() > 0);
      String line =
          other.method().equals("sudo") && !why.contains(Scripts.BECOME_COMMAND)
              ? "or allow no more than fleetcheck's one command, in sudoers: "
                  + Scripts.sudoersLine(login, other.user())
              : "";
      findings.ifPresent(
          told -> told.accept(new Finding("become", Finding.Grade.WRONG, why, line)));
      return why;
    }

    /**
     * Sudo or su asks: answered once. A second time means that the answer was wrong; another
     * attempt would only help to lock the account.
     */
    private void answerPrompt() {
      if (became) {
        return;
      }
      OutputStream stdin = running.stdin();
      try {
        Optional<Secret> password = become.flatMap(Become::password);
        if (prompts.incrementAndGet() == 1 && password.isPresent()) {
          stdin.write((password.get().reveal() + "\n").getBytes(StandardCharsets.UTF_8));
          stdin.flush();
        } else {
          stdin.close();
        }
      } catch (IOException broken) {
        // The same break ends standard output, where it is told.
      }
    }

    private HostFailure noJava(HostPlatform host, List<String> candidates, List<String> unfit) {
      String runtime =
          unfit.isEmpty()
              ? "and fleetcheck has no runtime for it"
              : "and no runtime fits it: " + String.join("; ", unfit);
      return new HostFailure(
          new NoJava(
              lacks("(" + host + ")", candidates)
                  + "; "
                  + runtime
                  + "; install a headless JRE there, or put a runtime-"
                  + host.architecture()
                  + ".tar.gz for it into ~/.cache/fleetcheck/runtimes (see docs/hosts.md)"));
    }

    private HostFailure noPlaceForJava(List<String> candidates, List<String> refused) {
      return new HostFailure(
          new NoJava(
              lacks("", candidates)
                  + "; and no directory there can hold a runtime: "
                  + String.join("; ", refused)
                  + "; make room or allow execution in one of them, or install a headless JRE"));
    }

    private String lacks(String platform, List<String> candidates) {
      String found =
          candidates.isEmpty()
              ? "no java in PATH, JAVA_HOME, /usr/lib/jvm, /usr/java, /usr/local or /opt"
              : String.join("; ", candidates);
      return (target + " " + platform).strip()
          + " has no Java "
          + Scripts.OLDEST_JAVA
          + " or newer: "
          + found;
    }

    private HostFailure noPlace(List<String> refused) {
      return failed(
          "no directory on " + target + " can hold the agent: " + String.join("; ", refused));
    }

    private HostFailure failed(String why) {
      return new HostFailure(
          new AgentFailed(
              timer.stage(), OptionalInt.empty(), Optional.empty(), why, diagnostics.soFar()));
    }
  }

  /**
   * Writes to what may have ended, such as a shell that let nobody in. Why it ended, or that the
   * connection broke, is in its standard output, which is read next.
   */
  static void tell(Link.Running running, byte[] content) {
    boolean unused = tell(running, content, content.length);
  }

  private static boolean tell(Link.Running running, byte[] content, int length) {
    try {
      running.stdin().write(content, 0, length);
      running.stdin().flush();
      return true;
    } catch (IOException ended) {
      // Told by the reading.
      return false;
    }
  }

  static String oneLine(String text) {
    String line = text.strip().replaceAll("\\s*\\R\\s*", " / ");
    return line.length() > 400 ? line.substring(0, 400) + "..." : line;
  }
}
