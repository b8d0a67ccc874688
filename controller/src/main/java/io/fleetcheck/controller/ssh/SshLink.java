package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.connection.ConnectionException;
import net.schmizz.sshj.connection.channel.direct.Session;

/** An authenticated connection. */
final class SshLink implements Link {
  private final SSHClient client;
  private final Runnable cut;

  /**
   * @param cut closes the socket
   */
  SshLink(SSHClient client, Runnable cut) {
    this.client = client;
    this.cut = cut;
  }

  @Override
  public Running exec(String command) throws IOException {
    return new Channel(SshConnection.use(client, open -> open.startSession().exec(command)));
  }

  @Override
  public void cut() {
    cut.run();
  }

  private record Channel(Session.Command command) implements Running {
    @Override
    public OutputStream stdin() {
      return command.getOutputStream();
    }

    @Override
    public InputStream stdout() {
      return command.getInputStream();
    }

    @Override
    public InputStream stderr() {
      return command.getErrorStream();
    }

    /** The status comes after the end of the outputs, or not at all (RFC 4254, 6.10). */
    @Override
    public Exit exit() throws IOException {
      try {
        command.join(EXIT_SECONDS, TimeUnit.SECONDS);
      } catch (ConnectionException late) {
        // Broken, or still open: what is known by now must do.
      }
      Optional<String> signal = Optional.ofNullable(command.getExitSignal()).map(Enum::name);
      if (signal.isPresent()) {
        return new Exit(OptionalInt.empty(), signal);
      }
      return Optional.ofNullable(command.getExitStatus())
          .map(Exit::ofStatus)
          .orElseGet(() -> new Exit(OptionalInt.empty(), Optional.empty()));
    }
  }
}
