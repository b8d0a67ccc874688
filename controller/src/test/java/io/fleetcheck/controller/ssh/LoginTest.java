package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostOutcome.Skipped;
import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.ConnectionSettings.Ssh;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.UserAuthFactory;
import org.apache.sshd.server.auth.keyboard.InteractiveChallenge;
import org.apache.sshd.server.auth.keyboard.KeyboardInteractiveAuthenticator;
import org.apache.sshd.server.auth.keyboard.PromptEntry;
import org.apache.sshd.server.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.server.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.server.session.ServerSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The order in which proofs are shown, and how often. */
@Timeout(120)
class LoginTest {
  private static final String ME = System.getProperty("user.name");
  private static final String SECRET = "s3cret";

  private final List<AutoCloseable> opened = new ArrayList<>();

  /** What servers of this test were told, password by password. */
  private final List<String> told = new CopyOnWriteArrayList<>();

  @TempDir private Path directory;
  private Map<String, String> environment = Map.of("PATH", System.getenv("PATH"));

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable open : opened) {
      open.close();
    }
  }

  @Test
  void moreKeysThanTheHostTakes() throws Exception {
    Path right = RealSshd.key(directory, "right", "ed25519");
    agentWith(4);
    RealSshd sshd = sshd("AuthorizedKeysFile " + right + ".pub", "MaxAuthTries 2");
    String why = refusal(settings(sshd, List.of(right)));
    assertTrue(why.contains("(MaxAuthTries)"), why);
    assertTrue(why.contains("IdentitiesOnly yes"), why);
    dial(settings(sshd, List.of(right), "IdentitiesOnly=yes"));
  }

  @Test
  void aNamedKeyOfTheAgentComesBeforeItsOthers() throws Exception {
    List<Path> held = agentWith(4);
    RealSshd sshd = sshd("AuthorizedKeysFile " + held.get(3) + ".pub", "MaxAuthTries 2");
    dial(settings(sshd, List.of(held.get(3))));
  }

  @Test
  void aCertificateThatLiesElsewhere() throws Exception {
    Path authority = RealSshd.key(directory, "authority", "ed25519");
    List<Path> held = agentWith(1);
    Path own = RealSshd.key(directory, "own", "ed25519");
    for (Path key : List.of(held.get(0), own)) {
      Shell.must("ssh-keygen", "-q", "-I", "me", "-n", ME, "-s", "" + authority, key + ".pub");
      Path elsewhere = directory.resolve("elsewhere-" + key.getFileName());
      Files.move(Path.of(key + "-cert.pub"), elsewhere);
      RealSshd sshd = sshd("AuthorizedKeysFile none", "TrustedUserCAKeys " + authority + ".pub");
      dial(settings(sshd, List.of(own), "CertificateFile=" + elsewhere));
    }
  }

  @Test
  void aKeyAndAPasswordWhereBothAreWanted() throws Exception {
    try (TestUser user = TestUser.create("/bin/bash").withPassword(SECRET)) {
      RealSshd sshd = sshd("AuthenticationMethods publickey,password");
      ConnectionSettings settings =
          settings(
              user.name(),
              sshd.port(),
              Optional.of(new Secret(SECRET)),
              List.of(directory.resolve("id")),
              sshd.known("ed25519"));
      dial(settings);
    }
  }

  @Test
  void aPasswordAskedForInAnyLanguage() throws Exception {
    SshServer server = server(interactive("Passwort: "), true);
    dial(withPassword(server, SECRET));
    assertEquals(List.of(SECRET), told);
  }

  @Test
  void aWrongPasswordIsTriedInOneWayOnly() throws Exception {
    SshServer server = server(interactive("Password: "), true);
    String why = refusal(withPassword(server, "wrong"));
    assertEquals(List.of("wrong"), told);
    assertFalse(why.contains("wrong,"), why);
  }

  @Test
  void asAPasswordWhereTheHostDoesNotAskInteractively() throws Exception {
    SshServer server = server(interactive(), true);
    dial(withPassword(server, SECRET));
    assertEquals(List.of(SECRET), told);
  }

  @Test
  void aHostThatAsksForMore() throws Exception {
    SshServer server = server(interactive("Password: ", "Verification code: "), false);
    String why = refusal(withPassword(server, SECRET));
    assertTrue(why.contains("it asks what a password does not answer: Verification code:"), why);
  }

  @Test
  void withoutAPasswordTheOptionIsNamed() throws Exception {
    SshServer server = server(interactive("Password: "), true);
    ConnectionSettings settings = withPassword(server, SECRET);
    String why =
        refusal(
            settings(
                ME,
                server.getPort(),
                Optional.empty(),
                List.of(RealSshd.key(directory, "id", "ed25519")),
                settings.knownHostsFiles().get(0),
                "StrictHostKeyChecking=no"));
    assertTrue(why.contains("--ask-pass, -k"), why);
    assertEquals(List.of(), told);
  }

  /** Of a dozen hosts at once three are told the wrong password, and no more. */
  @Test
  void threeWrongPasswordsStopTheRun() throws Exception {
    SshServer server = server(interactive("Password: "), true);
    FleetConnector connector =
        new FleetConnector(
            TestAgent.user(directory), TestAgent.JAR, TestAgent.NO_RUNTIMES, Optional.empty());
    opened.add(connector);
    ExecutorService hosts = Executors.newCachedThreadPool();
    opened.add(hosts::shutdownNow);
    List<Future<TestAgent.Ran>> runs = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      runs.add(
          hosts.submit(() -> TestAgent.run(connector.connect(withPassword(server, "wrong")), "/")));
    }
    int refused = 0;
    for (Future<TestAgent.Ran> run : runs) {
      HostOutcome outcome = run.get().outcome();
      if (outcome instanceof Unreachable) {
        refused++;
      } else {
        Skipped skipped = assertInstanceOf(Skipped.class, outcome);
        assertTrue(skipped.reason().contains("wrong 3 times in a row"), skipped.reason());
      }
    }
    assertEquals(3, refused);
    assertEquals(3, told.size());
    // Also one that needs no password.
    Skipped later =
        assertInstanceOf(
            Skipped.class,
            TestAgent.run(connector.connect(TestDial.host("other.invalid")), "/").outcome());
    assertEquals(Optional.empty(), later.at());
  }

  private List<Path> agentWith(int keys) throws IOException {
    Skip.unlessInstalled("/usr/bin/ssh-agent", "openssh-client");
    Path socket = directory.resolve("agent");
    Process agent =
        new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
            .redirectErrorStream(true)
            .start();
    opened.add(() -> agent.destroyForcibly().waitFor());
    // It prints where it listens once it does.
    agent.inputReader(StandardCharsets.UTF_8).readLine();
    List<Path> held = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      held.add(RealSshd.key(directory, "held" + i, "ed25519"));
      ProcessBuilder add = new ProcessBuilder("ssh-add", "-q", held.get(i).toString());
      add.environment().put("SSH_AUTH_SOCK", socket.toString());
      assertEquals(0, add.start().onExit().join().exitValue());
    }
    environment = Map.of("PATH", System.getenv("PATH"), "SSH_AUTH_SOCK", socket.toString());
    return held;
  }

  private RealSshd sshd(String... lines) throws IOException {
    RealSshd sshd = RealSshd.start(directory, List.of("ed25519"), lines);
    opened.add(sshd);
    return sshd;
  }

  private KeyboardInteractiveAuthenticator interactive(String... prompts) {
    return new KeyboardInteractiveAuthenticator() {
      @Override
      public InteractiveChallenge generateChallenge(
          ServerSession session, String user, String language, String methods) {
        InteractiveChallenge challenge = new InteractiveChallenge();
        challenge.setInteractionName("");
        challenge.setInteractionInstruction("");
        challenge.setLanguageTag("");
        List.of(prompts).forEach(text -> challenge.addPrompt(new PromptEntry(text, false)));
        return challenge;
      }

      @Override
      public boolean authenticate(ServerSession session, String user, List<String> answers) {
        answers.stream().filter(answer -> !answer.isEmpty()).forEach(told::add);
        return answers.equals(List.of(SECRET));
      }
    };
  }

  private SshServer server(KeyboardInteractiveAuthenticator interactive, boolean password)
      throws IOException {
    SshServer server = SshServer.setUpDefaultServer();
    server.setHost(RealSshd.HOST);
    try {
      server.setKeyPairProvider(
          KeyPairProvider.wrap(KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256)));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    List<UserAuthFactory> ways = new ArrayList<>();
    ways.add(UserAuthKeyboardInteractiveFactory.INSTANCE);
    if (password) {
      ways.add(UserAuthPasswordFactory.INSTANCE);
    }
    server.setUserAuthFactories(ways);
    server.setKeyboardInteractiveAuthenticator(interactive);
    server.setPasswordAuthenticator(
        (user, said, session) -> {
          told.add(said);
          return said.equals(SECRET);
        });
    server.setCommandFactory((channel, command) -> new TrueCommand());
    server.start();
    opened.add(server);
    return server;
  }

  private ConnectionSettings withPassword(SshServer server, String password) {
    return settings(
        ME,
        server.getPort(),
        Optional.of(new Secret(password)),
        List.of(),
        directory.resolve("known_hosts"),
        "StrictHostKeyChecking=no");
  }

  private ConnectionSettings settings(RealSshd sshd, List<Path> keys, String... options)
      throws IOException {
    return settings(ME, sshd.port(), Optional.empty(), keys, sshd.known("ed25519"), options);
  }

  private static ConnectionSettings settings(
      String user,
      int port,
      Optional<Secret> password,
      List<Path> keys,
      Path known,
      String... options) {
    return new ConnectionSettings(
        "box",
        ConnectionSettings.Method.SSH,
        RealSshd.HOST,
        OptionalInt.of(port),
        Optional.of(user),
        password,
        keys,
        List.of(),
        Optional.empty(),
        List.of(known),
        true,
        Duration.ofSeconds(20),
        Optional.empty(),
        new Ssh(List.of(options), Optional.empty(), false));
  }

  private TestDial dial() {
    TestDial dial =
        new TestDial(
            new SshUser(
                directory, environment, Optional.of(Path.of("none")), key -> Optional.empty()));
    opened.add(dial);
    return dial;
  }

  private void dial(ConnectionSettings settings) throws HostFailure, IOException {
    List<String> unused = dial().reach(settings);
  }

  private String refusal(ConnectionSettings settings) {
    return dial().refusal(Stage.AUTHENTICATION, settings);
  }
}
