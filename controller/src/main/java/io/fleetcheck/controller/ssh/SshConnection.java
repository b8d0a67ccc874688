package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.util.OptionalInt;
import net.schmizz.sshj.Config;
import net.schmizz.sshj.SSHClient;

/** sshj's client on whatever carries it, which can be cut in whatever it waits for. */
final class SshConnection {
  private static final int KEEP_ALIVE_SECONDS = 15;

  /** sshj's own time-outs are off: the deadlines are kept by cutting. */
  private static final int NEVER = 0;

  private final Carrier carrier;
  private final SSHClient client;

  /** Something that only a connection can do. */
  interface Use<T> {
    T of(SSHClient client) throws IOException;
  }

  /**
   * @param aliveInterval how often the host is asked whether it still answers, in seconds; empty
   *     for our own choice
   * @param aliveCount after how many unanswered questions it is given up
   */
  SshConnection(Config config, Carrier carrier, OptionalInt aliveInterval, int aliveCount) {
    this.carrier = carrier;
    this.client = new SSHClient(config);
    client.getTransport().setTimeoutMs(NEVER);
    client.getConnection().setTimeoutMs(NEVER);
    if (client.getConnection().getKeepAlive() instanceof KeepAlives.Pulse pulse) {
      pulse.set(aliveInterval.orElse(KEEP_ALIVE_SECONDS), aliveCount);
    }
  }

  /** Exchanges keys over the carrier, which is open, and has the host's key checked. */
  void start(String name, int port, HostKeyCheck check) throws IOException {
    client.addHostKeyVerifier(check);
    carrier.attach(client, name, port);
  }

  /**
   * Where the connection has ended meanwhile, sshj says that its caller is wrong, which it is not:
   * the other side, or a deadline, may end it at any time.
   *
   * @throws IOException also where it has ended
   */
  static <T> T use(SSHClient client, Use<T> use) throws IOException {
    try {
      return use.of(client);
    } catch (IllegalStateException ended) {
      if (client.isConnected()) {
        throw ended;
      }
      throw new IOException("the other side hung up", ended);
    }
  }

  SSHClient client() {
    return client;
  }

  /** Never blocks, unlike the client's own goodbye. */
  void cut() {
    client.getConnection().getKeepAlive().interrupt();
    carrier.cut();
  }
}
