package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A port that does with connections what a test says: to drop some, hold them, pass them on. */
final class Relay implements AutoCloseable {
  private final ServerSocket server;
  private final Treatment treatment;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile boolean frozen;

  /** What becomes of a connection. */
  interface Treatment {
    /**
     * @param number from 1
     */
    void treat(int number, Socket socket) throws IOException;
  }

  Relay(Treatment treatment) throws IOException {
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.treatment = treatment;
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  private void accept() throws IOException {
    while (true) {
      Socket socket = server.accept();
      sockets.add(socket);
      int number = connections.incrementAndGet();
      start(() -> treatment.treat(number, socket));
    }
  }

  /** Passes a connection on. */
  void pass(Socket socket, int port) throws IOException {
    Socket other = new Socket(InetAddress.getLoopbackAddress(), port);
    sockets.add(other);
    start(() -> copy(other.getInputStream(), socket.getOutputStream()));
    copy(socket.getInputStream(), other.getOutputStream());
  }

  private void copy(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[8192];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      if (!frozen) {
        out.write(buffer, 0, n);
      }
    }
    out.close();
  }

  /** Nothing passes any more, and nobody is told: as a host that froze looks. */
  void freeze() {
    frozen = true;
  }

  /**
   * Ends all connections at once, as a cut cable or a crash would, seen from sshd's next packet.
   */
  void drop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** What a thread of ours does until its socket is closed. */
  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // By the test.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    drop();
  }
}
