package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;
import net.schmizz.keepalive.KeepAliveRunner;
import net.schmizz.sshj.Config;
import net.schmizz.sshj.SSHClient;

/** One TCP connection and sshj's client on it, which can be cut in whatever it waits for. */
final class SshConnection {
  private static final int KEEP_ALIVE_SECONDS = 15;
  private static final int KEEP_ALIVE_MISSED = 3;

  /** sshj's own time-outs are off: the deadlines are kept by cutting. */
  private static final int NEVER = 0;

  private final TimelySocket socket;
  private final SSHClient client;

  /**
   * @param connected called when TCP's handshake is done
   */
  SshConnection(Config config, InetAddress address, Runnable connected) {
    this.socket = new TimelySocket(connected);
    this.client =
        new SSHClient(config) {
          @Override
          protected InetSocketAddress makeInetSocketAddress(String hostname, int port) {
            return new InetSocketAddress(address, port);
          }
        };
    client.setSocketFactory(new OneSocket(socket));
    client.getTransport().setTimeoutMs(NEVER);
    client.getConnection().setTimeoutMs(NEVER);
    if (client.getConnection().getKeepAlive() instanceof KeepAliveRunner runner) {
      runner.setKeepAliveInterval(KEEP_ALIVE_SECONDS);
      runner.setMaxAliveCount(KEEP_ALIVE_MISSED);
    }
  }

  /** Connects, exchanges keys and has the host's key checked. */
  void open(String name, int port, HostKeyCheck check) throws IOException {
    client.addHostKeyVerifier(check);
    client.connect(name, port);
  }

  SSHClient client() {
    return client;
  }

  /** Never blocks, unlike the client's own goodbye. */
  void cut() {
    // Else its thread would sleep on for ever.
    client.getConnection().getKeepAlive().interrupt();
    try {
      socket.close();
    } catch (IOException closed) {
      // Then it is cut.
    }
  }

  /** Sends at once: without, authentication alone waits 40 ms for delayed acknowledgements. */
  private static final class TimelySocket extends Socket {
    private final Runnable connected;

    TimelySocket(Runnable connected) {
      this.connected = connected;
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
      super.connect(endpoint, timeout);
      setTcpNoDelay(true);
      connected.run();
    }
  }

  /** sshj asks for one socket and connects it itself. */
  private static final class OneSocket extends SocketFactory {
    private final Socket socket;

    OneSocket(Socket socket) {
      this.socket = socket;
    }

    @Override
    public Socket createSocket() {
      return socket;
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }
  }
}
