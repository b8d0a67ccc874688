package io.fleetcheck.controller.fleet;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.session.ServerSession;

/**
 * Many hosts in one process: an SSH server on every 127.x address, whose hosts answer with what an
 * agent would tell, without a shell or Java of their own. The address that is connected to tells
 * which host is meant.
 */
public final class SimulatedFleet implements AutoCloseable {
  private static final String USER = "ops";

  private final SshServer server = SshServer.setUpDefaultServer();
  private final ExecutorService hosts =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "simulated host");
            thread.setDaemon(true);
            return thread;
          });
  private final Path directory;

  private SimulatedFleet(Path directory) {
    this.directory = directory;
  }

  /**
   * Starts a fleet for {@code bench/fleet}: DIRECTORY, milliseconds that each host takes, and for
   * how many hosts to write inventories; lasts as long as its input.
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    Duration hold = Duration.ofMillis(Long.parseLong(arguments[1]));
    try (SimulatedFleet fleet = start(directory, hold)) {
      for (String count : List.of(arguments).subList(2, arguments.length)) {
        fleet.inventory(Integer.parseInt(count));
      }
      System.out.println("ready");
      while (System.in.read() >= 0) {}
    }
    System.exit(0);
  }

  /**
   * @param directory where keys and inventories are written
   */
  public static SimulatedFleet start(Path directory) throws IOException, GeneralSecurityException {
    return start(directory, Duration.ZERO);
  }

  private static SimulatedFleet start(Path directory, Duration hold)
      throws IOException, GeneralSecurityException {
    SimulatedFleet fleet = new SimulatedFleet(directory);
    KeyPair own = KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256);
    KeyPair user = KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256);
    writePrivate(user, directory.resolve("id"));
    SshServer server = fleet.server;
    // Nothing less listens on all of 127.0.0.0/8; who comes from elsewhere meets nobody.
    server.setHost("0.0.0.0");
    server.addSessionListener(
        new SessionListener() {
          @Override
          public void sessionCreated(Session session) {
            if (!localAddress(session).isLoopbackAddress()) {
              session.close(true);
            }
          }
        });
    server.setKeyPairProvider(KeyPairProvider.wrap(own));
    server.setPublickeyAuthenticator(
        (name, key, session) ->
            storyline(session) != Storyline.WRONG_KEY
                && KeyUtils.compareKeys(key, user.getPublic()));
    server.setUserAuthFactoriesNames("publickey");
    server.setCommandFactory(
        (session, command) ->
            new SimulatedHost(host(session.getServerSession()), hold, fleet.hosts));
    CoreModuleProperties.TCP_NODELAY.set(server, true);
    CoreModuleProperties.SOCKET_BACKLOG.set(server, 1024);
    server.start();
    Files.writeString(
        directory.resolve("known_hosts"),
        "[127.*]:%d %s%n".formatted(server.getPort(), PublicKeyEntry.toString(own.getPublic())));
    return fleet;
  }

  /** An inventory of the first hosts of the fleet. */
  public Path inventory(int count) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("[all:vars]");
    lines.add("ansible_user=" + USER);
    // All of them share the processors of one machine.
    lines.add("ansible_ssh_timeout=120");
    lines.add("ansible_ssh_private_key_file=" + directory.resolve("id"));
    lines.add(
        "ansible_ssh_common_args='-o UserKnownHostsFile=" + directory.resolve("known_hosts") + "'");
    lines.add("[fleet]");
    for (int host = 0; host < count; host++) {
      // Nobody listens on port 1.
      int port = Storyline.of(host) == Storyline.NO_SERVER ? 1 : server.getPort();
      lines.add("node%d ansible_host=%s ansible_port=%d".formatted(host, address(host), port));
    }
    return Files.write(directory.resolve("fleet-" + count + ".ini"), lines);
  }

  private static String address(int host) {
    return "127.%d.%d.%d".formatted(1 + host / 62500, 1 + host / 250 % 250, 1 + host % 250);
  }

  private static int host(ServerSession session) {
    byte[] address = localAddress(session).getAddress();
    return ((address[1] & 0xff) - 1) * 62500
        + ((address[2] & 0xff) - 1) * 250
        + (address[3] & 0xff)
        - 1;
  }

  private static InetAddress localAddress(Session session) {
    return ((InetSocketAddress) session.getIoSession().getLocalAddress()).getAddress();
  }

  private static Storyline storyline(ServerSession session) {
    return Storyline.of(host(session));
  }

  private static void writePrivate(KeyPair pair, Path file)
      throws IOException, GeneralSecurityException {
    try (OutputStream out = Files.newOutputStream(file)) {
      OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "", null, out);
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  @Override
  public void close() throws IOException {
    server.close(true);
    hosts.shutdownNow();
  }
}
