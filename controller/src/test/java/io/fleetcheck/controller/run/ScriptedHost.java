package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Request;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A host that does what a test says. */
final class ScriptedHost implements RemoteHost {
  final CountDownLatch stopped = new CountDownLatch(1);
  private final Script script;

  /** What the host does between start and end. */
  interface Script {
    HostOutcome run(Calls calls) throws InterruptedException;
  }

  /** What a host may call while it runs. */
  record Calls(
      Request request,
      Consumer<Stage> stage,
      Consumer<Event> events,
      Answers turns,
      CountDownLatch stopped) {

    HostOutcome untilStopped() throws InterruptedException {
      await(stopped);
      return new HostOutcome.Skipped(Optional.of(Stage.RUN), "aborted");
    }
  }

  ScriptedHost(Script script) {
    this.script = script;
  }

  @Override
  public HostOutcome run(
      Request request, Consumer<Stage> stage, Consumer<Event> events, Answers turns) {
    try {
      return script.run(new Calls(request, stage, events, turns, stopped));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void stop() {
    stopped.countDown();
  }

  static void await(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(30, TimeUnit.SECONDS)) {
      throw new AssertionError("waited for half a minute");
    }
  }
}
