package io.fleetcheck.controller.ssh.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetcheck.controller.ssh.config.Route.AddressFamily;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.ConnectionSettings.Jump;
import io.fleetcheck.inventory.ConnectionSettings.Method;
import io.fleetcheck.inventory.ConnectionSettings.Ssh;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both readers of configuration: ssh itself, and our own for where there is no ssh. */
@Timeout(60)
class RoutesTest {
  private static final Map<String, String> WITH_SSH = Map.of("PATH", System.getenv("PATH"));
  private static final Map<String, String> WITHOUT_SSH = Map.of("PATH", "/nonexistent");

  /** ssh asks the system for it, not the environment. */
  private static final Path HOME = Path.of(System.getProperty("user.home"));

  @TempDir private Path directory;
  private Map<String, String> environment = WITH_SSH;

  @BeforeEach
  void skipWithoutSsh() {
    boolean there = Files.isExecutable(Path.of("/usr/bin/ssh"));
    if (!there) {
      System.err.println("SKIPPED: /usr/bin/ssh is missing: install openssh-client");
    }
    assumeTrue(there);
  }

  private Routes routes(String... lines) throws IOException {
    Path file = Files.write(directory.resolve("config"), List.of(lines));
    return new Routes(HOME, Optional.of(file), environment);
  }

  private static ConnectionSettings host(String name, String... options) {
    return new ConnectionSettings(
        name,
        Method.SSH,
        name,
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        true,
        Duration.ofSeconds(10),
        Optional.empty(),
        new Ssh(List.of(options), Optional.empty(), false));
  }

  private static Route route(Routes routes, ConnectionSettings settings) throws IOException {
    return routes.of(settings, end -> {});
  }

  /** What both readers make of it, which is the same but for the warnings. */
  private Route both(ConnectionSettings settings, String... lines) throws IOException {
    environment = WITHOUT_SSH;
    Route own = route(routes(lines), settings);
    environment = WITH_SSH;
    Route ssh = route(routes(lines), settings);
    assertEquals(ssh, own);
    return ssh;
  }

  @Test
  void nothingIsSaid() throws IOException {
    Route route = both(host("web1"));
    assertEquals("web1", route.host());
    assertEquals(22, route.port());
    assertEquals(System.getProperty("user.name"), route.user());
    assertEquals(HostKeyPolicy.REFUSE, route.hostKeys().policy());
    assertEquals(List.of(), route.hostKeys().algorithms());
    assertEquals(List.of(), route.identities().keyFiles());
    assertEquals(Optional.empty(), route.connectTimeout());
    assertEquals(new Route.Methods(true, true, true), route.methods());
    assertEquals(AddressFamily.ANY, route.family());
  }

  @Test
  void theFirstThatIsSaidCounts() throws IOException {
    Route route =
        both(
            host("web1"),
            "# first",
            "Host !db* web? other",
            "  HostName %h.example.com",
            "  User=deploy",
            "  IdentityFile ~/keys/%r",
            "  IdentityFile \"/with blank\"",
            "Host *",
            "\tPort = 2222",
            "\tUser nobody",
            "\tIdentityFile /last",
            "\tIdentitiesOnly yes",
            "\tConnectTimeout 7",
            "\tServerAliveInterval 5",
            "\tServerAliveCountMax 2",
            "\tHostKeyAlias farm",
            "\tAddressFamily inet",
            "\tPasswordAuthentication no",
            "\tStrictHostKeyChecking accept-new",
            "\tGlobalKnownHostsFile /g",
            "\tUserKnownHostsFile /u ~/v");
    assertEquals("web1.example.com", route.host());
    assertEquals("deploy", route.user());
    assertEquals(2222, route.port());
    assertEquals(
        List.of(HOME.resolve("keys/deploy"), Path.of("/with blank"), Path.of("/last")),
        route.identities().keyFiles());
    assertTrue(route.identities().only());
    assertEquals(Optional.of(Duration.ofSeconds(7)), route.connectTimeout());
    assertEquals(OptionalInt.of(5), route.aliveInterval());
    assertEquals(2, route.aliveCount());
    assertEquals(Optional.of("farm"), route.keyAlias());
    assertEquals(AddressFamily.INET, route.family());
    assertEquals(new Route.Methods(true, true, false), route.methods());
    assertEquals(HostKeyPolicy.ADD, route.hostKeys().policy());
    assertEquals(List.of(Path.of("/g")), route.hostKeys().globalFiles());
  }

  @Test
  void anExcludedHostGetsNothingOfIt() throws IOException {
    assertEquals(22, both(host("db1"), "Host !db* *", "Port 7").port());
    assertEquals(7, both(host("web1"), "Host !db* *", "Port 7").port());
  }

  @Test
  void waysToAHost() throws IOException {
    Jump gate = new Jump(Optional.of("ann"), "gate", OptionalInt.of(2022));
    Jump inner = new Jump(Optional.empty(), "inner", OptionalInt.empty());
    assertEquals(List.of(gate, inner), both(host("h"), "ProxyJump ann@gate:2022,inner").jumps());
    assertEquals(List.of(), both(host("h"), "ProxyJump none").jumps());
    assertEquals(
        Optional.of("nc -x 'a b' h 22 joe %"),
        both(host("h", "User=joe"), "ProxyCommand nc -x 'a b' %h %p %r %%").proxyCommand());
    assertEquals(Optional.empty(), both(host("h"), "ProxyCommand none").proxyCommand());
    assertEquals(
        Optional.empty(),
        both(host("h", "ProxyJump=none", "ProxyCommand=none"), "ProxyCommand nc").proxyCommand());
  }

  @Test
  void whatTheInventorySaysBeatsTheFiles() throws IOException {
    ConnectionSettings plain = host("h", "HostKeyAlias=mine", "StrictHostKeyChecking=yes");
    ConnectionSettings said =
        new ConnectionSettings(
            "h",
            Method.SSH,
            "10.0.0.1",
            OptionalInt.of(1),
            Optional.of("ann"),
            Optional.empty(),
            List.of(Path.of("/own")),
            List.of(new Jump(Optional.empty(), "gate", OptionalInt.empty())),
            Optional.empty(),
            List.of(Path.of("/known")),
            true,
            plain.timeout(),
            Optional.empty(),
            plain.ssh());
    Route route =
        both(
            said,
            "Host 10.0.0.1",
            "Port 2",
            "User bob",
            "IdentityFile /theirs",
            "ProxyCommand nc",
            "UserKnownHostsFile /other",
            "HostKeyAlias yours",
            "StrictHostKeyChecking no");
    assertEquals(1, route.port());
    assertEquals("ann", route.user());
    assertEquals(List.of(Path.of("/own"), Path.of("/theirs")), route.identities().keyFiles());
    assertEquals("gate", route.jumps().get(0).host());
    assertEquals(Optional.empty(), route.proxyCommand());
    assertEquals(List.of(Path.of("/known")), route.hostKeys().userFiles());
    assertEquals(Optional.of("mine"), route.keyAlias());
    assertEquals(HostKeyPolicy.REFUSE, route.hostKeys().policy());
  }

  @Test
  void whetherNewKeysAreAccepted() throws IOException {
    assertEquals(
        HostKeyPolicy.ACCEPT, both(host("h", "StrictHostKeyChecking=no")).hostKeys().policy());
    assertEquals(
        HostKeyPolicy.REFUSE, both(host("h"), "StrictHostKeyChecking ask").hostKeys().policy());
    ConnectionSettings plain = host("h");
    ConnectionSettings accepting =
        new ConnectionSettings(
            "h",
            Method.SSH,
            "h",
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(),
            true,
            plain.timeout(),
            Optional.empty(),
            new Ssh(List.of(), Optional.empty(), true));
    assertEquals(HostKeyPolicy.ADD, both(accepting).hostKeys().policy());
    assertEquals(
        HostKeyPolicy.REFUSE, both(accepting, "StrictHostKeyChecking yes").hostKeys().policy());
  }

  @Test
  void algorithmsCountWhereTheyAreNotSshsOwnChoice() throws IOException {
    assertEquals(List.of(), both(host("h"), "Port 7").hostKeys().algorithms());
    assertEquals(
        List.of("ssh-ed25519", "rsa-sha2-512"),
        both(host("h"), "HostKeyAlgorithms ssh-ed25519,rsa-sha2-512").hostKeys().algorithms());
  }

  @Test
  void includedFiles() throws IOException {
    Files.createDirectories(directory.resolve("conf.d"));
    Files.writeString(directory.resolve("conf.d/b.conf"), "Port 2\n");
    Files.writeString(directory.resolve("conf.d/a.conf"), "Host h\nPort 1\n");
    String include = "Include " + directory + "/conf.d/*.conf";
    assertEquals(1, both(host("h"), include).port());
    assertEquals(2, both(host("other"), include).port());
    assertEquals(22, both(host("other"), "Host h", include).port());
  }

  @Test
  void aMatchIsUnderstoodBySshAlone() throws IOException {
    String[] lines = {"Match exec \"test %h = h\"", "Port 7", "Match all", "User ann"};
    Route ssh = route(routes(lines), host("h"));
    assertEquals(7, ssh.port());
    assertEquals("ann", ssh.user());
    environment = WITHOUT_SSH;
    Route own = route(routes(lines), host("h"));
    assertEquals(22, own.port());
    assertEquals("ann", own.user());
    assertTrue(own.warnings().get(0).contains("ssh is not installed here"), own.toString());
    assertTrue(own.warnings().get(0).contains("config:1: Match exec"), own.toString());
  }

  @Test
  void aQuestionThatHangsCanBeEnded() throws Exception {
    Routes routes = routes("Match exec \"sleep 1000\"", "Port 7");
    LinkedBlockingQueue<Runnable> ends = new LinkedBlockingQueue<>();
    ExecutorService asking = Executors.newSingleThreadExecutor();
    try {
      var answer = asking.submit(() -> routes.of(host("h"), ends::add));
      ends.take().run();
      assertThrows(java.util.concurrent.ExecutionException.class, answer::get);
    } finally {
      asking.shutdownNow();
    }
  }

  @Test
  void whatSshComplainsOfIsTold() throws IOException {
    Routes routes = routes("Port nonsense");
    IOException complaint = assertThrows(IOException.class, () -> route(routes, host("h")));
    assertTrue(String.valueOf(complaint.getMessage()).contains("nonsense"), complaint.toString());
  }

  @Test
  void whatIsNotHonouredIsTold() throws IOException {
    assertEquals(
        List.of("BindAddress 10.0.0.1 is not honoured"),
        both(host("h"), "BindAddress 10.0.0.1", "Port 7").warnings());
  }

  @Test
  void aJumpHostHasAConfigurationOfItsOwn() throws IOException {
    Jump gate = new Jump(Optional.of("ann"), "gate", OptionalInt.empty());
    Route route = routes("Host gate", "Port 7", "User bob").of(gate, Ssh.SILENT, end -> {});
    assertEquals(7, route.port());
    assertEquals("ann", route.user());
  }

  /** A program in place of ssh would be called, were it asked. */
  @Test
  void sshIsNotAskedWhereNoFileSaysAnything() throws IOException {
    Path fake = Files.writeString(directory.resolve("ssh"), "#!/bin/sh\nexit 7\n");
    assertTrue(fake.toFile().setExecutable(true));
    environment = Map.of("PATH", directory.toString());
    assertEquals(22, route(routes("Host *", "SendEnv LANG"), host("h")).port());
    assertThrows(IOException.class, () -> route(routes("Host *", "Port 7"), host("h")));
  }

  @Test
  void sshIsAskedOnceForAHost() throws IOException {
    Path count = directory.resolve("count");
    Path fake =
        Files.writeString(
            directory.resolve("ssh"), "#!/bin/sh\necho $* >> " + count + "\necho port 7\n");
    assertTrue(fake.toFile().setExecutable(true));
    environment = Map.of("PATH", directory.toString());
    Routes routes = routes("Host *", "Port 7");
    for (String name : List.of("a", "b", "a", "b")) {
      assertEquals(7, route(routes, host(name)).port());
    }
    List<String> asked = new ArrayList<>(Files.readAllLines(count));
    asked.removeIf(line -> line.contains("-F none"));
    assertEquals(2, asked.size(), asked.toString());
    assertFalse(asked.get(0).contains("password"));
  }
}
