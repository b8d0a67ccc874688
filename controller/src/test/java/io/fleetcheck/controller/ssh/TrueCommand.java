package io.fleetcheck.controller.ssh;

import java.io.InputStream;
import java.io.OutputStream;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** Ends at once, and well. */
final class TrueCommand implements Command {
  private ExitCallback end = (status, message, closed) -> {};

  @Override
  public void setInputStream(InputStream in) {}

  @Override
  public void setOutputStream(OutputStream out) {}

  @Override
  public void setErrorStream(OutputStream err) {}

  @Override
  public void setExitCallback(ExitCallback callback) {
    end = callback;
  }

  @Override
  public void start(ChannelSession channel, Environment env) {
    end.onExit(0);
  }

  @Override
  public void destroy(ChannelSession channel) {}
}
