package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Finds addresses in a thread of its own: nothing else frees one that waits for a name server. */
final class Resolver {
  private Resolver() {}

  /**
   * @throws HostFailure where the name is not known
   * @throws IOException where the line was cut meanwhile
   */
  static List<InetAddress> resolve(String name, String target, StageTimer timer, Line line)
      throws HostFailure, IOException {
    timer.enter(Stage.RESOLVE);
    FutureTask<List<InetAddress>> task =
        new FutureTask<>(() -> List.of(InetAddress.getAllByName(name)));
    line.lay(() -> task.cancel(false));
    Thread thread = new Thread(task, "fleetcheck-resolver");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get();
    } catch (ExecutionException unknown) {
      throw new HostFailure(
          new Unreachable(
              Stage.RESOLVE,
              "the name of "
                  + target
                  + " is not known to the name service: correct it, or set ansible_host"));
    } catch (CancellationException cut) {
      throw new IOException("cut off while its name was being resolved", cut);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while its name was being resolved", e);
    }
  }
}
