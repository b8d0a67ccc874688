package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import java.io.IOException;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.common.Message;
import net.schmizz.sshj.common.SSHException;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.connection.Connection;
import net.schmizz.sshj.connection.ConnectionException;
import net.schmizz.sshj.connection.channel.ChannelInputStream;
import net.schmizz.sshj.connection.channel.OpenFailException;
import net.schmizz.sshj.connection.channel.direct.DirectConnection;
import net.schmizz.sshj.transport.TransportException;

/** A channel of the connection to a jump host, which opens the TCP connection in our place. */
final class JumpCarrier implements Carrier {
  private final Tunnel tunnel;

  JumpCarrier(SSHClient jump, String host, int port) {
    this.tunnel = new Tunnel(jump.getConnection(), host, port);
  }

  /**
   * @throws ConnectionException also where the jump host refuses, as OpenFailException
   */
  @Override
  public void open() throws IOException {
    tunnel.open();
  }

  @Override
  public void attach(SSHClient client, String name, int port) throws IOException {
    client.connectVia(tunnel, name, port);
  }

  @Override
  public void cut() {
    tunnel.cut();
  }

  /** What a jump host's refusal to open a channel means; RFC 4254, 5.1. */
  static HostFailure refused(String target, String jump, OpenFailException refusal) {
    String hint =
        refusal.getReason() == OpenFailException.Reason.ADMINISTRATIVELY_PROHIBITED
            ? ": AllowTcpForwarding or PermitOpen in its sshd_config forbids it"
            : ": is " + target + " up, as seen from there?";
    return new HostFailure(
        new Unreachable(
            Stage.CONNECT,
            target
                + " cannot be connected to by the jump host "
                + jump
                + ": "
                + refusal.getMessage()
                + hint));
  }

  /**
   * Can be given up without harm to the other channels: sshj's own way to close one waits for the
   * other side, and what arrives for a channel that is gone ends the whole connection.
   */
  private static final class Tunnel extends DirectConnection {
    private boolean cut;

    Tunnel(Connection connection, String host, int port) {
      super(connection, host, port);
    }

    @Override
    protected synchronized void receiveInto(ChannelInputStream stream, SSHPacket data)
        throws SSHException {
      if (!cut) {
        super.receiveInto(stream, data);
      }
    }

    @Override
    protected void gotUnknown(Message message, SSHPacket packet)
        throws ConnectionException, TransportException {
      super.gotUnknown(message, packet);
      if (message == Message.CHANNEL_OPEN_CONFIRMATION && isCut()) {
        sendClose();
      }
    }

    private synchronized boolean isCut() {
      return cut;
    }

    void cut() {
      synchronized (this) {
        if (cut) {
          return;
        }
        cut = true;
      }
      Thread closing = new Thread(this::goodbye, "fleetcheck-jump-close");
      closing.setDaemon(true);
      closing.start();
    }

    /** May block, where the jump host does not take anything any more. */
    private void goodbye() {
      ConnectionException why = new ConnectionException("cut off");
      openEvent.deliverError(why);
      if (getInputStream() instanceof ChannelInputStream stream) {
        stream.notifyError(why);
      }
      try {
        if (rwin != null) {
          sendClose();
          // Frees a writer that waits for room, to find the channel closed.
          rwin.expand(1 << 20);
        }
      } catch (TransportException gone) {
        // Then nothing is left to close.
      }
    }
  }
}
