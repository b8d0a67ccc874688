package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import net.schmizz.sshj.SSHClient;

/** A TCP connection. */
final class TcpCarrier implements Carrier {
  private final InetSocketAddress address;
  private final Socket socket = new Socket();

  TcpCarrier(InetSocketAddress address) {
    this.address = address;
  }

  @Override
  public void open() throws IOException {
    socket.connect(address);
    // Else authentication alone waits 40 ms for delayed acknowledgements.
    socket.setTcpNoDelay(true);
  }

  @Override
  public void attach(SSHClient client, String name, int port) throws IOException {
    client.setSocketFactory(new GivenSocket(socket));
    client.connect(name, port);
  }

  @Override
  public void cut() {
    try {
      socket.close();
    } catch (IOException closed) {
      // Then it is cut.
    }
  }
}
