package io.fleetcheck.controller.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.run.Told;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One host's fields but its disks; the caller opens and closes the object. */
final class HostJson {
  private HostJson() {}

  static void write(JsonGenerator json, HostResult host, Told told) throws IOException {
    HostOutcome outcome = host.outcome();
    Optional<String> detail = Optional.of(outcome.detail()).filter(text -> !text.isEmpty());
    json.writeStringField("name", host.name());
    json.writeStringField("outcome", outcome.text());
    JsonFields.optional(json, "stage", outcome.at().map(Stage::text));
    JsonFields.optional(json, "detail", detail);
    JsonFields.optional(json, "same_as", sameAs(outcome));
    json.writeObjectFieldStart("facts");
    hello(json, told.events());
    Optional<Topology> topology = told.topology();
    if (topology.isPresent()) {
      machine(json, topology.get().host());
    }
    JsonFields.strings(json, "warnings", warnings(told.events()));
    JsonFields.strings(json, "left_behind", leftBehind(told.events()));
    json.writeObjectFieldStart("stage_ms");
    for (Stage stage : Stage.values()) {
      Duration time = host.timings().get(stage);
      if (time != null) {
        json.writeNumberField(stage.text(), time.toMillis());
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static Optional<String> sameAs(HostOutcome outcome) {
    return outcome instanceof HostOutcome.Skipped skipped ? skipped.sameAs() : Optional.empty();
  }

  private static void hello(JsonGenerator json, List<Event> events) throws IOException {
    for (Event event : events) {
      if (event instanceof Event.Hello hello) {
        json.writeStringField("agent", hello.version());
        json.writeStringField("java", hello.java());
        json.writeNumberField("uid", hello.uid());
      }
    }
  }

  private static void machine(JsonGenerator json, Topology.HostFacts facts) throws IOException {
    JsonFields.reading(json, "hostname", facts.hostname());
    JsonFields.reading(json, "machine_id", facts.machineId());
    JsonFields.reading(json, "boot_id", facts.bootId());
    JsonFields.reading(json, "kernel", facts.kernel());
    JsonFields.reading(json, "operating_system", facts.operatingSystem());
    json.writeStringField("architecture", facts.architecture());
    json.writeNumberField("page_size", facts.pageSize());
  }

  private static List<String> warnings(List<Event> events) {
    return events.stream()
        .filter(Event.Warning.class::isInstance)
        .map(event -> ((Event.Warning) event).text())
        .toList();
  }

  private static List<String> leftBehind(List<Event> events) {
    return events.stream()
        .filter(Event.Done.class::isInstance)
        .flatMap(event -> ((Event.Done) event).leftBehind().stream())
        .toList();
  }
}
