package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Turn;
import java.util.function.Consumer;
import java.util.function.Function;

/** One host, however it is reached. */
public interface RemoteHost {

  /**
   * Runs the agent once, from connecting to its end, and blocks until then. Never throws for what
   * goes wrong on the way: that is an outcome.
   *
   * @param request what to send; the agent's deadline is the host's
   * @param stage told of each stage as it is entered
   * @param events told of each event, in order
   * @param turns asked when the agent wants a turn; may block until the LUN is free
   */
  HostOutcome run(
      Request request,
      Consumer<Stage> stage,
      Consumer<Event> events,
      Function<Event.TurnWanted, Turn> turns);
}
