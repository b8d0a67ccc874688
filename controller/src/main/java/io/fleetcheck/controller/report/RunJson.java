package io.fleetcheck.controller.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.verdict.Cause;
import io.fleetcheck.controller.verdict.Level;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The fields of a whole run. */
final class RunJson {
  private RunJson() {}

  static void run(JsonGenerator json, AuditResult result) throws IOException {
    json.writeObjectFieldStart("run");
    json.writeStringField("id", result.id());
    json.writeStringField("started", result.started().toString());
    json.writeStringField("finished", result.finished().toString());
    json.writeStringField("controller", result.controller());
    json.writeObjectFieldStart("options");
    for (Map.Entry<String, String> option : new TreeMap<>(result.options()).entrySet()) {
      json.writeStringField(option.getKey(), option.getValue());
    }
    json.writeEndObject();
    json.writeBooleanField("aborted", result.aborted());
    json.writeEndObject();
  }

  static void causes(JsonGenerator json, List<Cause> causes) throws IOException {
    json.writeArrayFieldStart("causes");
    for (Cause cause : causes) {
      json.writeStartObject();
      json.writeStringField("level", cause.level().text());
      json.writeStringField("code", cause.code());
      json.writeStringField("vendor", cause.label().vendor());
      json.writeStringField("model", cause.label().model());
      json.writeStringField("revision", cause.label().revision());
      json.writeStringField("driver", cause.label().driver());
      json.writeNumberField("disks", cause.disks());
      JsonFields.strings(json, "hosts", cause.hosts());
      if (cause.ratio().isPresent()) {
        json.writeNumberField("ratio", cause.ratio().getAsDouble());
      } else {
        json.writeNullField("ratio");
      }
      json.writeStringField("sentence", cause.sentence());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  static void counts(JsonGenerator json, AuditResult result) throws IOException {
    Counts counts = Counts.of(result);
    json.writeObjectFieldStart("counts");
    json.writeObjectFieldStart("hosts");
    json.writeNumberField("targeted", counts.hosts());
    json.writeNumberField("answered", counts.answered());
    for (Map.Entry<String, Long> outcome : counts.outcomes().entrySet()) {
      if (!outcome.getKey().equals("answered")) {
        json.writeNumberField(outcome.getKey(), outcome.getValue());
      }
    }
    json.writeEndObject();
    json.writeObjectFieldStart("disks");
    json.writeNumberField("found", counts.disks());
    for (Level level : Level.values()) {
      json.writeNumberField(level.text(), counts.levels().getOrDefault(level, 0L));
    }
    json.writeNumberField("findings", counts.findings());
    json.writeNumberField("waived", counts.waived());
    json.writeEndObject();
    json.writeObjectFieldStart("codes");
    for (Map.Entry<String, Long> code : counts.codes().entrySet()) {
      json.writeNumberField(code.getKey(), code.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
