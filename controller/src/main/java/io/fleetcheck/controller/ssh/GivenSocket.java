package io.fleetcheck.controller.ssh;

import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** sshj asks for one socket: it gets one that is connected already. */
final class GivenSocket extends SocketFactory {
  private final Socket socket;

  GivenSocket(Socket socket) {
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
