package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.schmizz.sshj.SSHClient;

/** ProxyCommand: a process whose standard input and output are the connection. */
final class ProxyCarrier implements Carrier {
  private final String command;
  private Optional<Process> process = Optional.empty();
  private Optional<Diagnostics> complaints = Optional.empty();
  private boolean cut;

  /**
   * @param command for a shell, its tokens filled in
   */
  ProxyCarrier(String command) {
    this.command = command;
  }

  @Override
  public synchronized void open() throws IOException {
    if (cut) {
      throw new IOException("cut off before the start");
    }
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", "exec " + command);
    // Where the command is an ssh, it must not ask on the terminal that others ask on.
    builder.environment().putAll(Map.of("SSH_ASKPASS_REQUIRE", "force", "SSH_ASKPASS", "false"));
    Process started = builder.start();
    process = Optional.of(started);
    Diagnostics reader = new Diagnostics(started.getErrorStream(), "\0", text -> 0, () -> {});
    complaints = Optional.of(reader);
    Thread thread = new Thread(reader, "fleetcheck-proxy-stderr");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void attach(SSHClient client, String name, int port) throws IOException {
    Process started;
    synchronized (this) {
      started = process.orElseThrow(() -> new IOException("the proxy command is not started"));
    }
    client.setSocketFactory(new GivenSocket(new Pipes(started, this::cut, port)));
    client.connect(name, port);
  }

  /** With its children: a shell may not have handed over to its last command. */
  @Override
  public synchronized void cut() {
    cut = true;
    process.ifPresent(
        running -> {
          running.descendants().forEach(ProcessHandle::destroy);
          running.destroyForcibly();
        });
  }

  @Override
  public String complaint() {
    Optional<Process> ran;
    Optional<Diagnostics> said;
    synchronized (this) {
      ran = process;
      said = complaints;
    }
    String text = said.map(Diagnostics::text).map(AgentStarter::oneLine).orElse("");
    String status = ran.map(ProxyCarrier::status).orElse("not started");
    return "the proxy command \"" + command + "\" " + status + (text.isEmpty() ? "" : ": " + text);
  }

  private static String status(Process process) {
    try {
      return process.waitFor(1, TimeUnit.SECONDS)
          ? "ended (" + Link.Exit.ofStatus(process.exitValue()) + ")"
          : "is still running";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "is still running";
    }
  }

  /** What sshj takes for a connected socket. */
  private static final class Pipes extends Socket {
    private final Process process;
    private final Runnable cut;
    private final int port;

    Pipes(Process process, Runnable cut, int port) {
      this.process = process;
      this.cut = cut;
      this.port = port;
    }

    @Override
    public boolean isConnected() {
      return true;
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) {}

    @Override
    public synchronized void setSoTimeout(int timeout) {}

    @Override
    public int getPort() {
      return port;
    }

    @Override
    public InputStream getInputStream() {
      return process.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() {
      return process.getOutputStream();
    }

    @Override
    public synchronized void close() {
      cut.run();
    }
  }
}
