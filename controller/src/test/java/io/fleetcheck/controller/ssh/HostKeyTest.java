package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.ssh.config.HostKeyPolicy;
import io.fleetcheck.inventory.ConnectionSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import net.schmizz.sshj.common.Buffer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every row against a real sshd, and against what OpenSSH's own client makes of it. */
@Timeout(120)
class HostKeyTest {
  private static final String ME = System.getProperty("user.name");
  private static final List<String> BOTH = List.of("rsa", "ed25519");

  @TempDir private static Path directory;
  private static Optional<RealSshd> shared = Optional.empty();

  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final List<RealSshd> own = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    shared = Optional.of(RealSshd.start(directory, BOTH));
    RealSshd.key(directory, "other_rsa", "rsa");
    RealSshd.key(directory, "other_ed25519", "ed25519");
    RealSshd.key(directory, "other_ecdsa", "ecdsa");
    RealSshd.key(directory, "authority", "ed25519");
  }

  @AfterAll
  static void stop() {
    shared.ifPresent(RealSshd::close);
  }

  @AfterEach
  void close() {
    own.forEach(RealSshd::close);
    scheduler.shutdownNow();
  }

  @Test
  void theKeyItself() throws IOException, HostFailure {
    accepted(line(here(), "host_ed25519"));
  }

  @Test
  void onlyTheRsaKeyIsKnownAndTheHostHasAnotherToo() throws IOException, HostFailure {
    accepted(line(here(), "host_rsa"));
  }

  @Test
  void noKeyIsKnown() throws IOException, HostFailure {
    String why = refused();
    assertTrue(why.contains("is not known"), why);
    assertTrue(why.contains(fingerprint("host_ed25519")), why);
    assertTrue(why.contains("ssh-keyscan -p " + sshd().port() + " 127.0.0.1 >> "), why);
  }

  @Test
  void anotherKeyOfTheSameKindIsKnown() throws IOException, HostFailure {
    String why = refused(line(here(), "other_ed25519"));
    assertTrue(why.contains("is not the known one"), why);
    assertTrue(why.contains(fingerprint("host_ed25519")), why);
    assertTrue(why.contains(fingerprint("other_ed25519")), why);
    assertTrue(why.contains("known_hosts:1 has"), why);
  }

  @Test
  void onlyAKeyOfAKindThatTheHostLacksIsKnown() throws IOException, HostFailure {
    assertTrue(refused(line(here(), "other_ecdsa")).contains("is not the known one"));
  }

  @Test
  void aWrongKeyOfOneKindStandsBesideTheRightOneOfAnother() throws IOException, HostFailure {
    accepted(line(here(), "other_rsa"), line(here(), "host_ed25519"));
  }

  @Test
  void aRevokedKeyIsKnownToo() throws IOException, HostFailure {
    String revoked = "@revoked * " + RealSshd.publicKey(directory.resolve("host_ed25519"));
    assertTrue(refused(line(here(), "host_ed25519"), revoked).contains("is revoked"));
  }

  @Test
  void anotherKeyIsRevoked() throws IOException, HostFailure {
    accepted(
        line(here(), "host_ed25519"),
        "@revoked * " + RealSshd.publicKey(directory.resolve("other_ed25519")));
  }

  @Test
  void excludedByAPattern() throws IOException, HostFailure {
    refused(line("*,!127.0.0.1,!" + here(), "host_ed25519"));
    // The name without its port still is one of all.
    accepted(line("*,!" + here(), "host_ed25519"));
    accepted(line("*,!elsewhere", "host_ed25519"));
    accepted(line("[127.0.?.*]:*", "host_ed25519"));
  }

  @Test
  void knownWithoutItsPort() throws IOException, HostFailure {
    accepted(line("127.0.0.1", "host_ed25519"));
    assertTrue(refused(line("127.0.0.1", "other_ed25519")).contains("is not known"));
  }

  @Test
  void knownForAnotherPort() throws IOException, HostFailure {
    refused(line("[127.0.0.1]:1", "host_ed25519"));
  }

  @Test
  void aWrongKeyWithThePortBeatsTheRightOneWithout() throws IOException, HostFailure {
    refused(line(here(), "other_ed25519"), line("127.0.0.1", "host_ed25519"));
  }

  @Test
  void hashedNames() throws IOException, HostFailure {
    accepted(hashed(line(here(), "host_ed25519")));
    accepted(hashed(line("127.0.0.1", "host_ed25519")));
    refused(hashed(line("[127.0.0.1]:1", "host_ed25519")));
  }

  @Test
  void commentsBlankAndBrokenLinesAreSkipped() throws IOException, HostFailure {
    accepted(
        "# " + line(here(), "other_ed25519"),
        "",
        here() + " ssh-ed25519 not-base64",
        here() + " ssh-rsa",
        "@unheard-of " + line(here(), "other_ed25519"),
        "  " + line(here(), "host_ed25519") + " a comment");
  }

  @Test
  void aCertificateOfATrustedAuthority() throws IOException, HostFailure {
    certified("-h", "-n", RealSshd.HOST);
    accepted("@cert-authority * " + RealSshd.publicKey(directory.resolve("authority")));
    accepted("@cert-authority 127.0.0.1 " + RealSshd.publicKey(directory.resolve("authority")));
    accepted(
        "@cert-authority " + here() + " " + RealSshd.publicKey(directory.resolve("authority")));
    refused("@cert-authority elsewhere " + RealSshd.publicKey(directory.resolve("authority")));
    refused("* " + RealSshd.publicKey(directory.resolve("authority")));
  }

  @Test
  void aCertificateFallsBackToItsKey() throws IOException, HostFailure {
    certified("-h", "-n", "elsewhere");
    accepted(line(here(), "host_ed25519"));
  }

  @Test
  void aCertificateForAnotherHost() throws IOException, HostFailure {
    certified("-h", "-n", "elsewhere,*.0.0.1");
    String why = refused("@cert-authority * " + RealSshd.publicKey(directory.resolve("authority")));
    assertTrue(why.contains("it is for elsewhere, *.0.0.1, not for 127.0.0.1"), why);
  }

  @Test
  void aCertificateForAnyHost() throws IOException, HostFailure {
    certified("-h");
    accepted("@cert-authority * " + RealSshd.publicKey(directory.resolve("authority")));
  }

  @Test
  void anExpiredCertificate() throws IOException, HostFailure {
    certified("-h", "-n", RealSshd.HOST, "-V", "20200101:20200102");
    refused("@cert-authority * " + RealSshd.publicKey(directory.resolve("authority")));
  }

  @Test
  void aRevokedAuthority() throws IOException, HostFailure {
    certified("-h", "-n", RealSshd.HOST);
    String authority = RealSshd.publicKey(directory.resolve("authority"));
    String why =
        refused(
            "@cert-authority * " + authority,
            "@revoked * " + authority,
            line(here(), "host_ed25519"));
    assertTrue(why.contains("is revoked"), why);
  }

  /** sshd itself refuses to show one, hence no sshd here. */
  @Test
  void aUsersCertificateIsNoHosts() throws IOException, HostFailure {
    Path key = directory.resolve("host_ed25519");
    sign(key, "-n", RealSshd.HOST);
    KnownHosts known =
        KnownHosts.read(
            List.of(
                sshd()
                    .knownHosts(
                        "@cert-authority * " + RealSshd.publicKey(directory.resolve("authority")))),
            List.of(),
            Optional.empty());
    HostKeyCheck check =
        new HostKeyCheck(
            known,
            new HostIdentity(RealSshd.HOST, 22, Optional.empty()),
            HostKeyPolicy.REFUSE,
            List.of());
    String[] fields = Files.readString(Path.of(key + "-cert.pub")).split(" ", -1);
    byte[] certificate = Base64.getDecoder().decode(fields[1]);
    assertFalse(check.verify("", 0, new Buffer.PlainBuffer(certificate).readPublicKey()));
    assertTrue(check.refusal().orElse("").contains("for users, not for hosts"));
  }

  @Test
  void anRsaCertificate() throws IOException, HostFailure {
    Path key = directory.resolve("host_rsa");
    sign(key, "-h", "-n", RealSshd.HOST);
    own.add(RealSshd.start(directory, List.of("rsa"), "HostCertificate " + key + "-cert.pub"));
    accepted("@cert-authority * " + RealSshd.publicKey(directory.resolve("authority")));
  }

  @Test
  void withCheckingOffAnUnknownKeyIsAcceptedAndToldButAWrongOneIsNot()
      throws IOException, HostFailure {
    Event.Warning warning =
        assertInstanceOf(
            Event.Warning.class, dial(unchecked(sshd().knownHosts())).get(0), "not told");
    assertTrue(warning.text().contains("was not checked"), warning.text());
    ConnectionSettings wrong = unchecked(sshd().knownHosts(line(here(), "other_ed25519")));
    assertThrows(HostFailure.class, () -> dial(wrong));
  }

  private ConnectionSettings unchecked(Path knownHosts) {
    ConnectionSettings strict = sshd().settings(ME, knownHosts);
    return new ConnectionSettings(
        strict.name(),
        strict.method(),
        strict.address(),
        strict.port(),
        strict.user(),
        strict.password(),
        strict.keyFiles(),
        strict.jumps(),
        strict.proxyCommand(),
        strict.knownHostsFiles(),
        false,
        strict.timeout(),
        strict.become());
  }

  @Test
  void aNewKeyIsAddedWhereThatIsAskedForAndAWrongOneIsNot() throws IOException, HostFailure {
    Path file = directory.resolve("fresh/.ssh/known");
    ConnectionSettings accepting = accepting(file);
    Files.writeString(file, "elsewhere x y");
    Event.Warning warning = assertInstanceOf(Event.Warning.class, dial(accepting).get(0));
    assertTrue(warning.text().contains("was added to " + file), warning.text());
    assertTrue(warning.text().contains(fingerprint("host_ed25519")), warning.text());
    assertEquals(List.of("elsewhere x y", line(here(), "host_ed25519")), Files.readAllLines(file));
    assertEquals(List.of(), dial(accepting), "known now");
    assertEquals(0, openSsh(file));
    Path wrong = sshd().knownHosts(line(here(), "other_ed25519"));
    assertThrows(HostFailure.class, () -> dial(accepting(wrong)));
    Path revoked =
        sshd().knownHosts("@revoked * " + RealSshd.publicKey(directory.resolve("host_ed25519")));
    assertThrows(HostFailure.class, () -> dial(accepting(revoked)));
  }

  @Test
  void aKeyThatCannotBeKeptIsNotAccepted() throws IOException {
    Path noDirectory = Files.writeString(directory.resolve("a_file"), "").resolve("known_hosts");
    HostFailure failure = assertThrows(HostFailure.class, () -> dial(accepting(noDirectory)));
    assertEquals(Optional.of(Stage.HOST_KEY), failure.outcome().at());
    assertTrue(failure.outcome().detail().contains("cannot be added to " + noDirectory));
  }

  @Test
  void theFileAndItsDirectoryAreMadeForTheUserAlone() throws IOException, HostFailure {
    Path file = directory.resolve("made/.ssh/known_hosts");
    dial(accepting(file));
    assertEquals("rw-------", mode(file));
    assertEquals("rwx------", mode(file.resolveSibling(".")));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private ConnectionSettings accepting(Path file) throws IOException {
    Files.createDirectories(directory.resolve("fresh/.ssh"));
    return with(file, new ConnectionSettings.Ssh(List.of(), Optional.empty(), true));
  }

  private ConnectionSettings with(Path file, ConnectionSettings.Ssh ssh) {
    ConnectionSettings strict = sshd().settings(ME, file);
    return new ConnectionSettings(
        strict.name(),
        strict.method(),
        strict.address(),
        strict.port(),
        strict.user(),
        strict.password(),
        strict.keyFiles(),
        strict.jumps(),
        strict.proxyCommand(),
        strict.knownHostsFiles(),
        true,
        strict.timeout(),
        strict.become(),
        ssh);
  }

  private ConnectionSettings with(Path file, String... options) {
    return with(file, new ConnectionSettings.Ssh(List.of(options), Optional.empty(), false));
  }

  @Test
  void anAliasIsKnownInPlaceOfTheHost() throws IOException, HostFailure {
    Path file = sshd().knownHosts(line("farm", "host_ed25519"), line(here(), "other_ed25519"));
    assertEquals(List.of(), dial(with(file, "HostKeyAlias=farm")));
    HostFailure failure =
        assertThrows(HostFailure.class, () -> dial(with(file, "HostKeyAlias=barn")));
    assertTrue(failure.outcome().detail().contains("(as barn)"), failure.outcome().detail());
  }

  @Test
  void algorithmsThatAreNotAllowedAreNotAccepted() throws IOException, HostFailure {
    Path file = sshd().knownHosts(line(here(), "host_ed25519"), line(here(), "host_rsa"));
    assertEquals(List.of(), dial(with(file, "HostKeyAlgorithms=rsa-sha2-512")));
    HostFailure failure =
        assertThrows(
            HostFailure.class, () -> dial(with(file, "HostKeyAlgorithms=ecdsa-sha2-nistp256")));
    assertTrue(failure.outcome().detail().contains("that HostKeyAlgorithms allows"));
  }

  @Test
  void aListOfRevokedKeys() throws IOException, HostFailure {
    Path file = sshd().knownHosts(line(here(), "host_ed25519"));
    Path list = directory.resolve("host_ed25519.pub");
    HostFailure failure =
        assertThrows(HostFailure.class, () -> dial(with(file, "RevokedHostKeys=" + list)));
    assertTrue(failure.outcome().detail().contains("is revoked"), failure.outcome().detail());
    assertEquals(
        List.of(), dial(with(file, "RevokedHostKeys=" + directory.resolve("other_ed25519.pub"))));
    assertThrows(
        HostFailure.class, () -> dial(with(file, "RevokedHostKeys=/nonexistent")), "nobody knows");
  }

  /** Other hosts have keys of another kind, so that the first guess is wrong. */
  @Test
  void hashedNamesOfAHostWithARarerKindOfKey() throws IOException, HostFailure {
    accepted(hashed(line("elsewhere", "other_ed25519")), hashed(line(here(), "host_rsa")));
    // OpenSSH would not ask for the kind that is known without the port.
    Path withoutPort =
        sshd()
            .knownHosts(
                hashed(line("elsewhere", "other_ed25519")), hashed(line("127.0.0.1", "host_rsa")));
    assertEquals(List.of(), dial(sshd().settings(ME, withoutPort)));
    refused(hashed(line("elsewhere", "host_ed25519")), hashed(line(here(), "other_rsa")));
  }

  @Test
  void knownHostsIsNeverChanged() throws IOException, HostFailure {
    Path file = sshd().knownHosts(line(here(), "other_ed25519"));
    String before = Files.readString(file);
    refused(line(here(), "other_ed25519"));
    assertEquals(before, Files.readString(file));
  }

  private RealSshd sshd() {
    return own.isEmpty() ? shared.orElseThrow() : own.get(own.size() - 1);
  }

  private String here() {
    return "[127.0.0.1]:" + sshd().port();
  }

  private static String line(String host, String key) throws IOException {
    return host + " " + RealSshd.publicKey(directory.resolve(key));
  }

  private static String hashed(String line) throws IOException {
    Path file = Files.writeString(directory.resolve("to_hash"), line + "\n");
    Shell.must("ssh-keygen", "-q", "-H", "-f", file.toString());
    String hashed = Files.readString(file).strip();
    assertTrue(hashed.startsWith("|1|"), hashed);
    return hashed;
  }

  private static String fingerprint(String key) throws IOException {
    return Shell.must("ssh-keygen", "-lf", directory.resolve(key) + ".pub").split(" ", -1)[1];
  }

  private static void sign(Path key, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("ssh-keygen", "-q", "-I", "test", "-s"));
    command.add(directory.resolve("authority").toString());
    command.addAll(List.of(options));
    command.add(key + ".pub");
    Shell.must(command.toArray(String[]::new));
  }

  private void certified(String... options) throws IOException {
    Path key = directory.resolve("host_ed25519");
    sign(key, options);
    own.add(RealSshd.start(directory, List.of("ed25519"), "HostCertificate " + key + "-cert.pub"));
  }

  private void accepted(String... knownHosts) throws IOException, HostFailure {
    Path file = sshd().knownHosts(knownHosts);
    assertEquals(List.of(), dial(sshd().settings(ME, file)));
    assertEquals(0, openSsh(file), "OpenSSH thinks otherwise");
  }

  private String refused(String... knownHosts) throws IOException {
    Path file = sshd().knownHosts(knownHosts);
    HostFailure failure =
        assertThrows(HostFailure.class, () -> dial(sshd().settings(ME, file)), "accepted");
    HostOutcome outcome = failure.outcome();
    assertEquals(Optional.of(Stage.HOST_KEY), outcome.at(), outcome.toString());
    assertFalse(outcome.detail().contains("\n"));
    assertEquals(255, openSsh(file), "OpenSSH thinks otherwise");
    return outcome.detail();
  }

  /** Connects and authenticates; returns the warnings. */
  private List<Event> dial(ConnectionSettings settings) throws HostFailure, IOException {
    // Commons read a file once.
    SshCommons commons =
        new SshCommons(TestAgent.user(directory), InetAddress::getAllByName, scheduler);
    List<Event> events = new ArrayList<>();
    Line line = new Line();
    StageLimits limits = StageLimits.withNetwork(settings.timeout());
    try (StageTimer timer =
        new StageTimer(scheduler, limits, Duration.ofMinutes(1), stage -> {}, line::cut)) {
      new SshDialer(commons, settings).dial(timer, line, events::add).cut();
      return events;
    } finally {
      line.cut();
    }
  }

  private int openSsh(Path knownHosts) throws IOException {
    return Shell.run(
            "ssh",
            "-F",
            "none",
            "-o",
            "GlobalKnownHostsFile=none",
            "-o",
            "UserKnownHostsFile=" + knownHosts,
            "-o",
            "StrictHostKeyChecking=yes",
            "-o",
            "BatchMode=yes",
            "-i",
            directory.resolve("id").toString(),
            "-p",
            Integer.toString(sshd().port()),
            ME + "@" + RealSshd.HOST,
            "true")
        .status();
  }
}
