package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.ConnectionSettings.Ssh;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What sshd's settings and the name service do to a fleet. */
@Timeout(120)
class SshdTroublesTest {
  private static final String ME = System.getProperty("user.name");

  private final List<AutoCloseable> opened = new ArrayList<>();

  @TempDir private Path directory;

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable open : opened) {
      open.close();
    }
  }

  private RealSshd sshd(String... lines) throws IOException {
    RealSshd sshd = RealSshd.start(directory, List.of("ed25519"), lines);
    opened.add(sshd);
    return sshd;
  }

  private TestDial dial(Resolver.Lookup names) {
    TestDial dial = new TestDial(TestAgent.user(directory), names);
    opened.add(dial);
    return dial;
  }

  /** Twenty names for one sshd that drops every connection beyond the sixth at once. */
  @Test
  void maxStartups() throws Exception {
    RealSshd sshd = sshd("MaxStartups 6:100:7");
    ConnectionSettings settings = sshd.settings(ME, sshd.known("ed25519"));
    TestDial dial = dial(InetAddress::getAllByName);
    ExecutorService threads = Executors.newFixedThreadPool(20);
    opened.add(threads::shutdownNow);
    List<Future<List<String>>> hosts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      hosts.add(threads.submit(() -> dial.reach(settings)));
    }
    for (Future<List<String>> host : hosts) {
      assertEquals(List.of(), host.get(100, TimeUnit.SECONDS));
    }
  }

  @Test
  void oneSessionIsEnough() throws Exception {
    RealSshd sshd = sshd("MaxSessions 1");
    FleetConnector connector = connector();
    assertEquals(
        "answered",
        TestAgent.run(connector.connect(sshd.settings(ME, sshd.known("ed25519"))), "/")
            .outcome()
            .text());
  }

  /** This sshd has none: its configuration names no subsystem. */
  @Test
  void noSftp() throws Exception {
    RealSshd sshd = sshd();
    String port = Integer.toString(sshd.port());
    Shell.Result sftp =
        Shell.run(
            "ssh",
            "-F",
            "none",
            "-s",
            "-p",
            port,
            "-i",
            directory.resolve("id").toString(),
            "-o",
            "UserKnownHostsFile=" + sshd.known("ed25519"),
            "127.0.0.1",
            "sftp");
    assertTrue(sftp.text().contains("subsystem request failed"), sftp.text());
    assertEquals(
        "answered",
        TestAgent.run(connector().connect(sshd.settings(ME, sshd.known("ed25519"))), "/")
            .outcome()
            .text());
  }

  private FleetConnector connector() throws IOException {
    FleetConnector connector =
        new FleetConnector(
            TestAgent.user(directory), TestAgent.JAR, TestAgent.NO_RUNTIMES, Optional.empty());
    opened.add(connector);
    return connector;
  }

  /** Each port has a key of its own, and is another host. */
  @Test
  void oneAddressWithSeveralPorts() throws Exception {
    Path known = directory.resolve("known");
    List<String> lines = new ArrayList<>();
    List<ConnectionSettings> hosts = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      Path own = Files.createDirectory(directory.resolve(name));
      RealSshd sshd = RealSshd.start(own, List.of("ed25519"));
      opened.add(sshd);
      lines.add(
          "[127.0.0.1]:" + sshd.port() + " " + RealSshd.publicKey(own.resolve("host_ed25519")));
      hosts.add(sshd.settings(ME, known));
    }
    Files.write(known, lines);
    TestDial dial = dial(InetAddress::getAllByName);
    for (ConnectionSettings host : hosts) {
      assertEquals(List.of(), dial.reach(host));
    }
  }

  @Test
  void aNameServiceThatHangs() {
    CountDownLatch never = new CountDownLatch(1);
    opened.add(never::countDown);
    TestDial dial =
        dial(
            name -> {
              try {
                assertTrue(never.await(60, TimeUnit.SECONDS));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              throw new UnknownHostException(name);
            });
    dial.timesOut(Stage.RESOLVE, TestDial.host("slow.example"));
  }

  @Test
  void aNameThatNobodyKnows() {
    TestDial dial =
        dial(
            name -> {
              throw new UnknownHostException(name);
            });
    String why = dial.refusal(Stage.RESOLVE, TestDial.host("nobody.example"));
    assertTrue(why.contains("correct it, or set ansible_host"), why);
  }

  @Test
  void anAddressFamilyThatTheHostLacks() {
    TestDial dial = dial(name -> new InetAddress[] {InetAddress.getLoopbackAddress()});
    String why =
        dial.refusal(
            Stage.RESOLVE,
            TestDial.host(
                "v4.example",
                Optional.empty(),
                new Ssh(List.of("AddressFamily=inet6"), Optional.empty(), false)));
    assertTrue(why.contains("AddressFamily"), why);
  }

  @Test
  void theFirstAddressThatAnswersIsTaken() throws Exception {
    RealSshd sshd = sshd();
    Path known = sshd.knownHosts("two.example " + hostKey(), "[two.example]:1 " + hostKey());
    TestDial dial =
        dial(
            name ->
                new InetAddress[] {
                  InetAddress.getByAddress(new byte[] {127, 9, 9, 9}),
                  InetAddress.getLoopbackAddress()
                });
    ConnectionSettings plain = sshd.settings(ME, known);
    assertEquals(
        List.of(),
        dial.reach(
            new ConnectionSettings(
                "two",
                plain.method(),
                "two.example",
                OptionalInt.of(sshd.port()),
                plain.user(),
                plain.password(),
                plain.keyFiles(),
                plain.jumps(),
                plain.proxyCommand(),
                plain.knownHostsFiles(),
                true,
                plain.timeout(),
                plain.become())));
  }

  private String hostKey() throws IOException {
    return RealSshd.publicKey(directory.resolve("host_ed25519"));
  }
}
