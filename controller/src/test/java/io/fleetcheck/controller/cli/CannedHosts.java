package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.run.Answers;
import io.fleetcheck.controller.run.HostConnector;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RemoteHost;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Hosts that play back results, or hang until they are stopped. */
final class CannedHosts implements HostConnector {
  private final Map<String, HostResult> results = new HashMap<>();
  final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
  final List<ConnectionSettings> connected = Collections.synchronizedList(new ArrayList<>());
  final CountDownLatch hanging = new CountDownLatch(1);

  CannedHosts(List<HostResult> results) {
    results.forEach(result -> this.results.put(result.name(), result));
  }

  @Override
  public RemoteHost connect(ConnectionSettings settings) {
    connected.add(settings);
    return new RemoteHost() {
      private final CountDownLatch stopped = new CountDownLatch(1);

      @Override
      public HostOutcome run(
          Request request, Consumer<Stage> stage, Consumer<Event> events, Answers turns) {
        requests.add(request);
        stage.accept(Stage.CONNECT);
        HostResult result = results.get(settings.name());
        if (result == null) {
          return hang();
        }
        result.events().forEach(events);
        return result.outcome();
      }

      private HostOutcome hang() {
        hanging.countDown();
        try {
          stopped.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        return new HostOutcome.Skipped(Optional.of(Stage.CONNECT), "stopped");
      }

      @Override
      public void stop() {
        stopped.countDown();
      }
    };
  }
}
