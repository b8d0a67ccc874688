package io.fleetcheck.controller.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.controller.report.SampleRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostResultTest {

  @Test
  void whatAHostToldComesOutOfThePackAsItWentIn() {
    Event awkward = new Event.Warning("two\nlines, a \u2026 and \"quotes\"");
    HostResult told = result(List.of(awkward, new Event.Done(1, List.of())));
    assertEquals(List.of(awkward, new Event.Done(1, List.of())), told.events());
    HostResult sample = SampleRun.result().hosts().get(0).packed();
    List<Event> events = sample.events();
    assertEquals(6, events.size());
    assertEquals(events, result(events).events());
    assertEquals(((Event.TopologyFound) events.get(1)).topology(), sample.topology().orElseThrow());
    assertEquals(2, sample.probes().size());
    assertEquals(List.of(), result(List.of()).events());
    assertEquals(SampleRun.result().hosts().get(0), sample);
  }

  private static HostResult result(List<Event> events) {
    HostResult sample = SampleRun.result().hosts().get(0);
    return new HostResult(
            sample.name(),
            sample.outcome(),
            events,
            List.of(),
            sample.timings(),
            sample.started(),
            sample.finished())
        .packed();
  }
}
