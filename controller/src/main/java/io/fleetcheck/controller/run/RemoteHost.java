package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Request;
import java.util.function.Consumer;

/** One host, however it is reached. */
public interface RemoteHost {

  /**
   * Runs the agent once, from connecting to its end, and blocks until then. What goes wrong on the
   * way is an outcome; whatever is thrown is a bug. Called once.
   *
   * @param request what to send; its deadline is the host's and starts now, so that the agent is
   *     sent what is left of it
   * @param stage told of each stage as it is entered, again where one is retried
   * @param events told of each event, in order
   * @param answers to the agent's questions
   */
  HostOutcome run(Request request, Consumer<Stage> stage, Consumer<Event> events, Answers answers);

  /**
   * Has {@link #run} return soon: the agent's standard input is closed, on which it cleans up and
   * ends; what has not come so far is given up. Never blocks; from any thread, at any time, also
   * before {@code run} and after it.
   */
  void stop();
}
