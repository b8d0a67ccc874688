package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Event;

/**
 * Hears of a run as it goes. Calls come from many threads, for one host in order.
 *
 * <p>Default methods do nothing: a listener takes what it needs.
 */
public interface RunListener {

  default void hostStarted(String host) {}

  default void stageEntered(String host, Stage stage) {}

  default void event(String host, Event event) {}

  default void hostFinished(HostResult result) {}
}
