package io.fleetcheck.controller.ssh;

import io.fleetcheck.agent.wire.Event;
import java.io.IOException;
import java.util.function.Consumer;

/** Opens the way to one host. */
interface Dialer {

  /**
   * Connects and authenticates, if there is anything to.
   *
   * @param timer told of the stages that are entered
   * @param line where the way shows itself as soon as it can be cut, which may be at once
   * @param events takes warnings about the way
   * @throws HostFailure where the host is not to be reached, for a reason that is known
   * @throws IOException where the way breaks
   */
  Link dial(StageTimer timer, Line line, Consumer<Event> events) throws HostFailure, IOException;

  /** How the host is called in sentences: user, address and port. */
  String target();
}
