package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings.Ssh;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts behind others, with real sshds, each with a key of its own. */
@Timeout(120)
class JumpTest {
  @TempDir private static Path directory;
  private static final List<RealSshd> SSHDS = new ArrayList<>();

  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    Skip.unlessInstalled("/usr/bin/ssh", "openssh-client");
    for (String name : List.of("gate", "inner", "web")) {
      Path own = Files.createDirectory(directory.resolve(name));
      SSHDS.add(RealSshd.start(own, List.of("ed25519")));
    }
    Path forbidding = Files.createDirectory(directory.resolve("forbidding"));
    SSHDS.add(RealSshd.start(forbidding, List.of("ed25519"), "AllowTcpForwarding no"));
  }

  @AfterAll
  static void stop() {
    SSHDS.forEach(RealSshd::close);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable open : opened) {
      open.close();
    }
  }

  private static RealSshd sshd(String name) {
    return SSHDS.get(List.of("gate", "inner", "web", "forbidding").indexOf(name));
  }

  /** A host's block: its own key, and only it, lets one in; only its own host key is known. */
  private static String host(String name, int port, String... further) throws IOException {
    Path own = sshd(name).directory();
    Path known = Files.writeString(own.resolve("known"), "127.0.0.1 " + hostKey(own) + "\n");
    return String.join(
        "\n  ",
        "Host " + name,
        "HostName 127.0.0.1",
        "Port " + port,
        "IdentityFile " + own.resolve("id"),
        "UserKnownHostsFile " + known,
        String.join("\n  ", further));
  }

  private static String hostKey(Path own) throws IOException {
    return RealSshd.publicKey(own.resolve("host_ed25519"));
  }

  private static String host(String name, String... further) throws IOException {
    return host(name, sshd(name).port(), further);
  }

  private TestDial dial(String... configuration) throws IOException {
    TestDial dial = new TestDial(TestDial.user(directory, configuration));
    opened.add(dial);
    return dial;
  }

  private Relay relay(Relay.Treatment treatment) throws IOException {
    Relay relay = new Relay(treatment);
    opened.add(relay);
    return relay;
  }

  private Relay before(String name) throws IOException {
    Relay[] relay = new Relay[1];
    relay[0] = relay((number, socket) -> relay[0].pass(socket, sshd(name).port()));
    return relay[0];
  }

  @Test
  void oneHop() throws Exception {
    assertEquals(
        List.of(), dial(host("gate"), host("web", "ProxyJump gate")).reach(TestDial.host("web")));
  }

  @Test
  void twoHopsEachWithItsOwnKeys() throws Exception {
    dial(host("gate"), host("inner"), host("web", "ProxyJump gate,inner"))
        .reach(TestDial.host("web"));
    dial(host("gate"), host("inner", "ProxyJump gate"), host("web", "ProxyJump inner"))
        .reach(TestDial.host("web"));
  }

  @Test
  void manyHostsShareTheConnectionToTheirJumpHost() throws Exception {
    Relay relay = before("gate");
    TestDial dial = dial(host("gate", relay.port()), host("web", "ProxyJump gate"));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    opened.add(threads::shutdownNow);
    List<Future<List<String>>> reached = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      reached.add(threads.submit(() -> dial.reach(TestDial.host("web"))));
    }
    for (Future<List<String>> one : reached) {
      assertEquals(List.of(), one.get(60, TimeUnit.SECONDS));
    }
    assertEquals(1, relay.connections());
  }

  @Test
  void aJumpHostWhoseConnectionBrokeIsConnectedToAnew() throws Exception {
    Relay relay = before("gate");
    TestDial dial = dial(host("gate", relay.port()), host("web", "ProxyJump gate"));
    dial.reach(TestDial.host("web"));
    relay.drop();
    while (dial.commons().jumps().isConnected("gate")) {
      Thread.onSpinWait();
    }
    dial.reach(TestDial.host("web"));
    assertEquals(2, relay.connections());
  }

  @Test
  void theJumpHostsKeyIsCheckedToo() throws Exception {
    Path none = directory.resolve("no-such-file");
    String why =
        dial(
                host("gate").replaceAll("UserKnownHostsFile .*", "UserKnownHostsFile " + none),
                host("web", "ProxyJump gate"))
            .refusal(Stage.HOST_KEY, TestDial.host("web"));
    assertTrue(why.contains("is behind the jump host gate"), why);
    assertTrue(why.contains("is not known"), why);
  }

  @Test
  void aNewKeyOfTheJumpHostIsAddedWhereThatIsAllowed() throws Exception {
    Path added = directory.resolve("added");
    List<String> warnings =
        dial(
                host("gate").replaceAll("UserKnownHostsFile .*", "UserKnownHostsFile " + added),
                host("web", "ProxyJump gate"))
            .reach(
                TestDial.host("web", Optional.empty(), new Ssh(List.of(), Optional.empty(), true)));
    assertTrue(warnings.get(0).contains("was added to " + added), warnings.toString());
    assertEquals(
        "[127.0.0.1]:" + sshd("gate").port() + " " + hostKey(sshd("gate").directory()) + "\n",
        Files.readString(added));
  }

  @Test
  void theJumpHostRefusesUs() throws Exception {
    String why =
        dial(
                host("gate").replaceAll("IdentityFile .*", "IdentityFile " + key("web")),
                host("web", "ProxyJump gate"))
            .refusal(Stage.AUTHENTICATION, TestDial.host("web"));
    assertTrue(why.startsWith("web (127.0.0.1) port " + sshd("web").port() + " is behind"), why);
    assertTrue(why.contains("it refused what was tried"), why);
  }

  private static Path key(String name) {
    return sshd(name).directory().resolve("id");
  }

  @Test
  void theJumpHostForwardsNothing() throws Exception {
    String why =
        dial(host("forbidding"), host("web", "ProxyJump forbidding"))
            .refusal(Stage.CONNECT, TestDial.host("web"));
    assertTrue(why.contains("AllowTcpForwarding or PermitOpen"), why);
  }

  @Test
  void nobodyListensBehindTheJumpHost() throws Exception {
    Relay closed = relay((number, socket) -> {});
    closed.close();
    String why =
        dial(host("gate"), host("web", closed.port(), "ProxyJump gate"))
            .refusal(Stage.CONNECT, TestDial.host("web"));
    assertTrue(why.contains("by the jump host gate"), why);
  }

  @Test
  void theJumpHostIsDown() throws Exception {
    Relay closed = relay((number, socket) -> {});
    closed.close();
    String why =
        dial(host("gate", closed.port()), host("web", "ProxyJump gate"))
            .refusal(Stage.CONNECT, TestDial.host("web"));
    assertTrue(why.contains("is behind the jump host gate"), why);
  }

  @Test
  void silentBehindAJumpHost() throws Exception {
    Relay silent = relay((number, socket) -> {});
    TestDial dial =
        dial(
            host("gate"),
            host("web", "ProxyJump gate"),
            host("inner", silent.port(), "ProxyJump gate"));
    dial.timesOut(Stage.HOST_KEY, TestDial.host("inner"));
    dial.reach(TestDial.host("web"));
  }

  @Test
  void drippingBehindAJumpHost() throws Exception {
    ScheduledExecutorService drips = Executors.newSingleThreadScheduledExecutor();
    opened.add(drips::shutdownNow);
    Relay dripping =
        relay(
            (number, socket) -> {
              OutputStream out = socket.getOutputStream();
              ScheduledFuture<?> unused =
                  drips.scheduleAtFixedRate(() -> drip(out), 0, 20, TimeUnit.MILLISECONDS);
            });
    TestDial dial =
        dial(
            host("gate"),
            host("web", "ProxyJump gate"),
            host("inner", dripping.port(), "ProxyJump gate"));
    dial.timesOut(Stage.HOST_KEY, TestDial.host("inner"));
    // What still dripped did the other hosts' connection no harm.
    dial.reach(TestDial.host("web"));
  }

  private static void drip(OutputStream out) {
    try {
      out.write('S');
      out.flush();
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }

  @Test
  void aJumpHostThatIsReachedThroughItself() throws Exception {
    String why =
        dial(host("gate", "ProxyJump gate"), host("web", "ProxyJump gate"))
            .refusal(Stage.CONNECT, TestDial.host("web"));
    assertTrue(why.contains("through itself"), why);
  }

  @Test
  void aProxyCommand() throws Exception {
    Skip.unlessInstalled("/bin/bash", "bash");
    String command =
        "ProxyCommand bash -c 'exec 3<>/dev/tcp/%h/%p; cat <&3 & cat >&3; kill $!' # %r %%";
    dial(host("web", command)).reach(TestDial.host("web"));
  }

  @Test
  void aProxyCommandThatFails() throws Exception {
    String why =
        dial(host("web", "ProxyCommand sh -c 'echo no bastion >&2; exit 3'"))
            .refusal(Stage.HOST_KEY, TestDial.host("web"));
    assertTrue(why.contains("ended (exit status 3): no bastion"), why);
  }

  @Test
  void aProxyCommandThatSaysNothingIsEnded() throws Exception {
    Path pid = directory.resolve("pid");
    dial(host("web", "ProxyCommand sh -c 'echo $$ > " + pid + "; sleep 1000'"))
        .timesOut(Stage.HOST_KEY, TestDial.host("web"));
    long process = Long.parseLong(Files.readString(pid).strip());
    ProcessHandle.of(process).ifPresent(handle -> handle.onExit().join());
    assertFalse(ProcessHandle.of(process).isPresent());
  }

  @Test
  void waysOfTheInventoryBeatTheConfiguration() throws Exception {
    Ssh direct = new Ssh(List.of("ProxyJump=none"), Optional.empty(), false);
    TestDial dial = dial(host("web", "ProxyJump nowhere.invalid"));
    dial.reach(TestDial.host("web", Optional.empty(), direct));
    assertThrows(HostFailure.class, () -> dial.reach(TestDial.host("web")));
  }
}
