package io.fleetcheck.controller.store;

import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RunListener;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.util.function.Consumer;

/**
 * Keeps what comes of each host as it comes. A store that fails does not stop the run: what hosts
 * tell is still reported.
 */
public final class Recorder implements RunListener {
  private final RunStore store;
  private final String run;
  private final Consumer<String> complain;
  private boolean failed;

  /**
   * @param complain is told once, in a line
   */
  public Recorder(RunStore store, String run, Consumer<String> complain) {
    this.store = store;
    this.run = run;
    this.complain = complain;
  }

  @Override
  public void hostFinished(HostResult result) {
    try {
      store.add(run, result);
    } catch (StoreException e) {
      fail(e);
    }
  }

  /** Something of this run is not kept. */
  public synchronized void fail(StoreException e) {
    if (!failed) {
      failed = true;
      complain.accept("this run is not kept whole: " + e.line());
    }
  }

  public synchronized boolean hasFailed() {
    return failed;
  }
}
