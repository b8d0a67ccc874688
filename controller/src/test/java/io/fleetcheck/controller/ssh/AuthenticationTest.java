package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import net.schmizz.sshj.SSHClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ways to say who we are, to a real sshd. */
@Timeout(60)
class AuthenticationTest {
  private static final String ME = System.getProperty("user.name");

  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final List<Path> asked = new ArrayList<>();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @TempDir private Path directory;
  private Optional<Path> agentSocket = Optional.empty();
  private Optional<Secret> passphrase = Optional.empty();

  @BeforeEach
  void home() throws IOException {
    Files.createDirectories(directory.resolve("home/.ssh"));
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable open : opened) {
      open.close();
    }
    scheduler.shutdownNow();
  }

  @ParameterizedTest
  @CsvSource({
    "ed25519,,RFC4716",
    "ed25519,a phrase,RFC4716",
    "ecdsa,,RFC4716",
    "ecdsa,,PEM",
    "rsa,,RFC4716",
    "rsa,a phrase,RFC4716",
    "rsa,,PEM",
    "rsa,a phrase,PEM",
    "rsa,,PKCS8",
    "rsa,a phrase,PKCS8",
  })
  void keyFiles(String type, String phrase, String format) throws Exception {
    Path key = directory.resolve("key");
    String words = phrase == null ? "" : phrase;
    Shell.must("ssh-keygen", "-q", "-t", type, "-N", words, "-m", format, "-f", key.toString());
    passphrase = Optional.of(new Secret(words));
    SshCommons commons = commons();
    RealSshd sshd = sshd(key);
    dial(sshd, commons, List.of(key));
    dial(sshd, commons, List.of(key));
    assertEquals(words.isEmpty() ? List.of() : List.of(key), asked, "asked once at most");
  }

  @Test
  void aWrongPassphraseAndNobodyToAsk() throws Exception {
    Path key = directory.resolve("key");
    Shell.must("ssh-keygen", "-q", "-t", "ed25519", "-N", "a phrase", "-f", key.toString());
    RealSshd sshd = sshd(key);
    assertTrue(refused(sshd, List.of(key)).contains(key + ": it has a passphrase"));
    passphrase = Optional.of(new Secret("wrong"));
    assertTrue(refused(sshd, List.of(key)).contains(key + ": the passphrase is wrong"));
  }

  @Test
  void aConnectionThatEndsMeanwhile() throws Exception {
    Path key = RealSshd.key(directory.resolve("home/.ssh"), "id_ed25519", "ed25519");
    SshCommons commons = commons();
    SSHClient ended = new SSHClient(commons.config());
    Authentication authentication =
        new Authentication(
            commons,
            commons.routes().of(TestDial.host("a-host"), started -> {}),
            Optional.empty(),
            "a-host");
    try (StageTimer timer =
        new StageTimer(
            scheduler,
            StageLimits.withNetwork(Duration.ofMinutes(1)),
            Duration.ofMinutes(1),
            stage -> {},
            () -> {})) {
      IOException broken =
          assertThrows(IOException.class, () -> authentication.authenticate(ended, timer));
      assertEquals("the other side hung up", AgentHost.reason(broken), key.toString());
    }
    assertThrows(IOException.class, () -> new SshLink(ended, () -> {}).exec("true"));
  }

  @Test
  void aKeyFileThatIsMissing() throws Exception {
    RealSshd sshd = sshd(RealSshd.key(directory, "key", "ed25519"));
    String why = refused(sshd, List.of(directory.resolve("no-such-key")));
    assertTrue(why.contains("no-such-key"), why);
  }

  @Test
  void aDefaultKey() throws Exception {
    Path key = RealSshd.key(directory.resolve("home/.ssh"), "id_ed25519", "ed25519");
    dial(sshd(key), commons(), List.of());
  }

  @Test
  void aDefaultKeyWithAPassphraseIsAskedForWhereItIsTheOnlyWay() throws Exception {
    Path key = directory.resolve("home/.ssh/id_rsa");
    Shell.must("ssh-keygen", "-q", "-t", "rsa", "-N", "a phrase", "-f", key.toString());
    passphrase = Optional.of(new Secret("a phrase"));
    RealSshd sshd = sshd(key);
    dial(sshd, commons(), List.of());
    assertEquals(List.of(key), asked);
    asked.clear();
    RealSshd.key(directory.resolve("home/.ssh"), "id_ed25519", "ed25519");
    String why = refused(sshd, List.of());
    assertEquals(List.of(), asked);
    assertTrue(why.contains("id_rsa: it has a passphrase"), why);
  }

  @ParameterizedTest
  @CsvSource({"ed25519", "rsa", "ecdsa"})
  void aUsersCertificate(String type) throws Exception {
    Path key = RealSshd.key(directory, "key", type);
    Path authority = certify(key);
    dial(trusting(authority), commons(), List.of(key));
  }

  @ParameterizedTest
  @CsvSource({"ed25519", "rsa", "ecdsa"})
  void aKeyOfTheAgent(String type) throws Exception {
    Path key = RealSshd.key(directory, "key", type);
    startAgent(key);
    Files.delete(key);
    dial(sshd(key), commons(), List.of());
  }

  @ParameterizedTest
  @CsvSource({"ed25519", "rsa"})
  void aCertificateOfTheAgent(String type) throws Exception {
    Path key = RealSshd.key(directory, "key", type);
    Path authority = certify(key);
    startAgent(key);
    Files.delete(key);
    dial(trusting(authority), commons(), List.of());
  }

  @Test
  void aNamedKeyThatTheAgentHoldsIsNotAskedFor() throws Exception {
    Path key = RealSshd.key(directory, "key", "ed25519");
    startAgent(key);
    Shell.must("ssh-keygen", "-q", "-p", "-P", "", "-N", "a phrase", "-f", key.toString());
    dial(sshd(key), commons(), List.of(key));
    assertEquals(List.of(), asked);
  }

  @Test
  void anAgentThatIsGoneIsNoObstacle() throws Exception {
    agentSocket = Optional.of(directory.resolve("no-such-socket"));
    Path key = RealSshd.key(directory, "key", "ed25519");
    dial(sshd(key), commons(), List.of(key));
  }

  @Test
  void nothingThatTheHostAccepts() throws Exception {
    RealSshd sshd = sshd(RealSshd.key(directory, "key", "ed25519"));
    Path other = RealSshd.key(directory, "other", "ed25519");
    String why = refused(sshd, List.of(other));
    assertTrue(why.contains("as " + ME + " failed: it refused what was tried"), why);
    assertTrue(why.contains("tried: " + other), why);
  }

  private void startAgent(Path key) throws IOException {
    Skip.unlessInstalled("/usr/bin/ssh-agent", "openssh-client");
    Path socket = directory.resolve("agent");
    Process agent =
        new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
            .redirectErrorStream(true)
            .start();
    opened.add(() -> agent.destroyForcibly().waitFor());
    // It prints where it listens once it does.
    agent.inputReader(StandardCharsets.UTF_8).readLine();
    ProcessBuilder add = new ProcessBuilder("ssh-add", "-q", key.toString());
    add.environment().put("SSH_AUTH_SOCK", socket.toString());
    assertEquals(0, add.start().onExit().join().exitValue());
    agentSocket = Optional.of(socket);
  }

  private Path certify(Path key) throws IOException {
    Path authority = RealSshd.key(directory, "authority", "ed25519");
    Shell.must("ssh-keygen", "-q", "-I", "me", "-n", ME, "-s", authority.toString(), key + ".pub");
    return authority;
  }

  private RealSshd trusting(Path authority) throws IOException {
    return start("AuthorizedKeysFile none", "TrustedUserCAKeys " + authority + ".pub");
  }

  private RealSshd sshd(Path key) throws IOException {
    return start("AuthorizedKeysFile " + key + ".pub");
  }

  private RealSshd start(String... config) throws IOException {
    RealSshd sshd = RealSshd.start(directory, List.of("ed25519"), config);
    opened.add(sshd);
    return sshd;
  }

  private SshCommons commons() {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", System.getenv("PATH"));
    agentSocket.ifPresent(socket -> environment.put("SSH_AUTH_SOCK", socket.toString()));
    return new SshCommons(
        new SshUser(
            directory.resolve("home"),
            environment,
            Optional.of(Path.of("none")),
            file -> {
              asked.add(file);
              return passphrase;
            }),
        InetAddress::getAllByName,
        scheduler);
  }

  private String refused(RealSshd sshd, List<Path> keys) {
    HostFailure failure = assertThrows(HostFailure.class, () -> dial(sshd, commons(), keys));
    assertEquals(Optional.of(Stage.AUTHENTICATION), failure.outcome().at());
    return failure.outcome().detail();
  }

  private void dial(RealSshd sshd, SshCommons commons, List<Path> keys)
      throws IOException, HostFailure {
    ConnectionSettings usual = sshd.settings(ME, sshd.known("ed25519"));
    ConnectionSettings settings =
        new ConnectionSettings(
            usual.name(),
            usual.method(),
            usual.address(),
            usual.port(),
            usual.user(),
            Optional.empty(),
            keys,
            List.of(),
            Optional.empty(),
            usual.knownHostsFiles(),
            true,
            usual.timeout(),
            Optional.empty());
    Line line = new Line();
    StageLimits limits = StageLimits.withNetwork(usual.timeout());
    try (StageTimer timer =
        new StageTimer(scheduler, limits, Duration.ofMinutes(1), stage -> {}, line::cut)) {
      new SshDialer(commons, settings).dial(timer, line, event -> {}).cut();
    } finally {
      line.cut();
    }
  }
}
