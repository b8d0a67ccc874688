package io.fleetcheck.controller.store;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RunListener;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.util.Optional;

/**
 * Keeps what comes of each host as it comes. A store that fails then does not stop the run: what
 * hosts tell is still reported.
 */
public final class Recorder implements RunListener {
  private final RunStore store;
  private final String run;
  private Optional<StoreException> problem = Optional.empty();

  /**
   * @param run that the store has begun
   */
  public Recorder(RunStore store, String run) {
    this.store = store;
    this.run = run;
  }

  @Override
  public void hostFinished(HostResult result) {
    keep(() -> store.add(run, result));
  }

  /** Once every host has its outcome. */
  public void end(AuditResult result) {
    keep(() -> store.finish(run, result.finished(), result.aborted()));
  }

  /** Why the run is not kept to its end, if it is not. */
  public synchronized Optional<StoreException> problem() {
    return problem;
  }

  @FunctionalInterface
  private interface Step {
    void take() throws StoreException;
  }

  private synchronized void keep(Step step) {
    if (problem.isPresent()) {
      return;
    }
    try {
      step.take();
    } catch (StoreException e) {
      problem = Optional.of(e);
    }
  }
}
