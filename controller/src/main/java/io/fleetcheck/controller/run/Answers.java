package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.Admission;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Turn;
import java.util.function.Function;

/** What an agent asks its controller. As a function: may it probe the LUN now? May block. */
@FunctionalInterface
public interface Answers extends Function<Event.TurnWanted, Turn> {

  /** Whether an agent that has said who it is may go on. */
  default Admission admit(Event.Hello hello) {
    return Admission.GRANTED;
  }
}
