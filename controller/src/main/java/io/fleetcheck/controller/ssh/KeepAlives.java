package io.fleetcheck.controller.ssh;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import net.schmizz.concurrent.Promise;
import net.schmizz.keepalive.KeepAlive;
import net.schmizz.keepalive.KeepAliveProvider;
import net.schmizz.sshj.common.DisconnectReason;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.connection.ConnectionException;
import net.schmizz.sshj.connection.ConnectionImpl;
import net.schmizz.sshj.transport.TransportException;

/**
 * Asks hosts now and then whether they still answer. They share a few threads: sshj's own way, a
 * sleeping thread for each, takes a tenth of the memory of a run with 500 forks.
 */
final class KeepAlives extends KeepAliveProvider implements AutoCloseable {
  private final ScheduledExecutorService clock;

  /** Sending may block where a host takes nothing any more, so never by the clock itself. */
  private final ExecutorService senders =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "fleetcheck-keepalive");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param clock never blocked
   */
  KeepAlives(ScheduledExecutorService clock) {
    this.clock = clock;
  }

  @Override
  public Pulse provide(ConnectionImpl connection) {
    return new Pulse(connection);
  }

  @Override
  public void close() {
    senders.shutdownNow();
  }

  /** That of one connection. To sshj it is a thread; this one is never run. */
  final class Pulse extends KeepAlive {
    private final Queue<Promise<SSHPacket, ConnectionException>> unanswered = new ArrayDeque<>();
    private Optional<Future<?>> next = Optional.empty();
    private int most = 1;
    private boolean stopped;

    private Pulse(ConnectionImpl connection) {
      super(connection, "fleetcheck-keepalive");
    }

    /**
     * @param seconds from one question to the next
     * @param count after how many unanswered ones the connection is given up
     */
    synchronized void set(int seconds, int count) {
      setKeepAliveInterval(seconds);
      most = count;
    }

    /** Called by sshj once keys are exchanged. */
    @Override
    public synchronized void start() {
      if (stopped) {
        return;
      }
      try {
        next =
            Optional.of(
                clock.schedule(
                    () -> senders.execute(this::beat), getKeepAliveInterval(), TimeUnit.SECONDS));
      } catch (RejectedExecutionException over) {
        // The run is.
      }
    }

    /** Ends it. */
    @Override
    public synchronized void interrupt() {
      stopped = true;
      next.ifPresent(question -> question.cancel(false));
    }

    private void beat() {
      try {
        if (conn.getTransport().isRunning()) {
          doKeepAlive();
          start();
        }
      } catch (TransportException | ConnectionException broken) {
        conn.getTransport().die(broken);
      }
    }

    @Override
    protected void doKeepAlive() throws TransportException, ConnectionException {
      while (!unanswered.isEmpty() && unanswered.peek().isFulfilled()) {
        unanswered.remove();
      }
      if (unanswered.size() >= most) {
        throw new ConnectionException(
            DisconnectReason.CONNECTION_LOST,
            "it has not answered for " + most * getKeepAliveInterval() + " s");
      }
      unanswered.add(conn.sendGlobalRequest("keepalive@openssh.com", true, new byte[0]));
    }
  }
}
