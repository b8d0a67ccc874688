package io.fleetcheck.controller.ssh;

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
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Turns a command on a host into its agent, waiting for its request: one exec, in which the scripts
 * say how far they are and the answers go to their standard input.
 */
final class AgentStarter {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Scripts scripts;
  private final AgentJar agent;
  private final Optional<Become> become;
  private final String java;
  private final String target;

  /**
   * @param java to look at first on the host; empty for none
   * @param target how the host is called in sentences
   */
  AgentStarter(
      Scripts scripts, AgentJar agent, Optional<Become> become, String java, String target) {
    this.scripts = scripts;
    this.agent = agent;
    this.become = become;
    this.java = java;
    this.target = target;
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

    Start(String mark, Link.Running running, StageTimer timer) {
      this.mark = mark;
      this.running = running;
      this.timer = timer;
      this.stdout = new BufferedInputStream(running.stdout(), 32 << 10);
      this.marks = new Marks(stdout, mark);
      this.diagnostics =
          new Diagnostics(running.stderr(), Scripts.prompt(mark), this::answerPrompt);
    }

    void toTheAgent() throws HostFailure, IOException {
      if (become.isPresent()) {
        Become other = become.get();
        if (!other.method().equals("sudo")) {
          throw new HostFailure(
              new Unreachable(
                  Stage.BECOME,
                  "becoming "
                      + other.user()
                      + " by "
                      + other.method()
                      + " is not supported: use sudo"));
        }
        send(scripts.becomeLine(mark, other.user(), other.password().isPresent()));
        expect("shell");
        timer.enter(Stage.BECOME);
        expect("became");
        became = true;
      }
      send(scripts.startLine(mark, agent, java));
      expect("shell");
      follow();
    }

    private void follow() throws HostFailure, IOException {
      List<String> candidates = new ArrayList<>();
      List<String> refused = new ArrayList<>();
      while (true) {
        Marks.Mark said = next();
        switch (said.word()) {
          case "candidate" -> candidates.add(said.rest());
          case "refused" -> refused.add(said.rest());
          case "nojava" -> throw noJava(said.rest(), candidates);
          case "noplace" -> throw noPlace(refused);
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

    private void push() {
      timer.enter(Stage.PUSH);
      tell(running, agent.content());
    }

    private void send(String line) {
      tell(running, (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private void expect(String word) throws HostFailure, IOException {
      Marks.Mark said = next();
      if (!said.word().equals(word)) {
        throw failed("the start script said " + said.word() + " instead of " + word);
      }
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
                : new HostFailure(
                    new Unreachable(
                        Stage.BECOME,
                        SudoRefusal.explain(
                            said, become.map(Become::user).orElse(""), target, prompts.get() > 0)));
        case PUSH, START -> failed("the start script ended (" + exit + "): " + text);
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

    /**
     * Sudo asks: answered once. A second time means that the answer was wrong; another attempt
     * would only help to lock the account.
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

    private HostFailure noJava(String architecture, List<String> candidates) {
      String found =
          candidates.isEmpty()
              ? "no java in PATH, JAVA_HOME, /usr/lib/jvm, /usr/java, /usr/local or /opt"
              : String.join("; ", candidates);
      return new HostFailure(
          new NoJava(
              target
                  + " ("
                  + architecture
                  + ") has no Java "
                  + Scripts.OLDEST_JAVA
                  + " or newer: "
                  + found
                  + "; install a headless JRE"));
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
    try {
      running.stdin().write(content);
      running.stdin().flush();
    } catch (IOException ended) {
      // Told by the reading.
    }
  }

  static String oneLine(String text) {
    String line = text.strip().replaceAll("\\s*\\R\\s*", " / ");
    return line.length() > 400 ? line.substring(0, 400) + "..." : line;
  }
}
