package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RunListener;
import io.fleetcheck.controller.run.Stage;
import java.util.List;

/** Tells several listeners. */
record Listeners(List<RunListener> all) implements RunListener {
  Listeners {
    all = List.copyOf(all);
  }

  @Override
  public void hostStarted(String host) {
    all.forEach(listener -> listener.hostStarted(host));
  }

  @Override
  public void stageEntered(String host, Stage stage) {
    all.forEach(listener -> listener.stageEntered(host, stage));
  }

  @Override
  public void event(String host, Event event) {
    all.forEach(listener -> listener.event(host, event));
  }

  @Override
  public void hostFinished(HostResult result) {
    all.forEach(listener -> listener.hostFinished(result));
  }
}
