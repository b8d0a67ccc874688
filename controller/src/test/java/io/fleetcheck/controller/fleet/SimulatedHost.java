package io.fleetcheck.controller.fleet;

import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.EventWriter;
import io.fleetcheck.agent.wire.Request;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/**
 * One exec on a simulated host: says what the start script would say, then what the agent would.
 */
final class SimulatedHost implements Command {
  private static final Pattern MARK = Pattern.compile("^mark=([-\\w]+);");

  private final int host;
  private final Storyline storyline;
  private final Duration hold;
  private final ExecutorService executor;
  private InputStream in = InputStream.nullInputStream();
  private OutputStream out = OutputStream.nullOutputStream();
  private ExitCallback exit = (status, message, immediately) -> {};

  /**
   * @param hold how long it takes before it tells anything but hello
   */
  SimulatedHost(int host, Duration hold, ExecutorService executor) {
    this.host = host;
    this.hold = hold;
    this.storyline = Storyline.of(host);
    this.executor = executor;
  }

  @Override
  public void setInputStream(InputStream stream) {
    in = stream;
  }

  @Override
  public void setOutputStream(OutputStream stream) {
    out = stream;
  }

  @Override
  public void setErrorStream(OutputStream stream) {}

  @Override
  public void setExitCallback(ExitCallback callback) {
    exit = callback;
  }

  @Override
  public void start(ChannelSession channel, Environment environment) {
    executor.execute(this::run);
  }

  @Override
  public void destroy(ChannelSession channel) {}

  private void run() {
    try {
      exit.onExit(answer());
    } catch (IOException | InterruptedException gone) {
      exit.onExit(1);
    }
  }

  /** Returns the exit status, or that of a shell whose child a signal killed. */
  private int answer() throws IOException, InterruptedException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII), 4096);
    if (storyline == Storyline.NO_LOGIN) {
      say("This account is currently not available.");
      return 1;
    }
    Matcher mark = MARK.matcher(lines.readLine());
    if (!mark.find()) {
      throw new IOException("not the start script");
    }
    say(mark.group(1) + " shell 0");
    if (storyline == Storyline.NO_JAVA) {
      say(mark.group(1) + " nojava x86_64");
      return 0;
    }
    say(mark.group(1) + " start /usr/bin/java 17.0.15");
    Request request = Codec.decode(lines.readLine(), Request.class);
    return agent(lines, new EventWriter(out, request.token()));
  }

  private int agent(BufferedReader lines, EventWriter events)
      throws IOException, InterruptedException {
    SimulatedDisks disks = new SimulatedDisks(host, storyline == Storyline.SLOW);
    events.write(
        new Event.Hello(
            "0.1.0", Request.PROTOCOL, "17.0.15", "amd64", 0, 4711, Optional.of(disks.machine())));
    if (lines.readLine() == null) {
      return 1;
    }
    if (!hold.isZero() && executor.awaitTermination(hold.toMillis(), TimeUnit.MILLISECONDS)) {
      return 1;
    }
    events.write(disks.topology());
    for (int disk = 0; disk < SimulatedDisks.DISKS; disk++) {
      events.write(new Event.TurnWanted(disks.id(disk)));
      if (lines.readLine() == null) {
        return 1;
      }
      events.write(disks.progress(disk));
      if (disk == 2 && storyline == Storyline.KILLED) {
        return 137;
      }
      events.write(disks.probed(disk));
    }
    events.write(new Event.Done(events.count(), List.of()));
    return 0;
  }

  private void say(String line) throws IOException {
    out.write(("\n" + line + "\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
