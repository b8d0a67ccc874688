package io.fleetcheck.controller.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.playbooks.Waiver;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0): each disk that is not ok is a result of the
 * rule that its code names, with a fingerprint that is the disk's own, so that a viewer follows it
 * over runs. A waiver is a suppression. Hosts that did not answer are notifications of the run.
 */
public final class SarifReport implements Report {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  @Override
  public String name() {
    return "sarif";
  }

  @Override
  public void write(AuditResult result, Writer out) throws IOException {
    List<DiskRow> rows =
        result.hosts().stream()
            .flatMap(host -> DiskRow.of(host).stream())
            .filter(row -> row.verdict().level() != Level.OK)
            .toList();
    List<String> rules =
        rows.stream().map(row -> row.verdict().code()).distinct().sorted().toList();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(
          new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
      json.writeStartObject();
      json.writeStringField("$schema", SCHEMA);
      json.writeStringField("version", "2.1.0");
      json.writeArrayFieldStart("runs");
      json.writeStartObject();
      tool(json, rules);
      json.writeObjectFieldStart("automationDetails");
      json.writeStringField("id", "fleetcheck/" + result.id());
      json.writeEndObject();
      invocation(json, result);
      json.writeArrayFieldStart("results");
      for (DiskRow row : rows) {
        result(json, row, rules.indexOf(row.verdict().code()));
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void tool(JsonGenerator json, List<String> rules) throws IOException {
    json.writeObjectFieldStart("tool");
    json.writeObjectFieldStart("driver");
    json.writeStringField("name", "fleetcheck");
    json.writeArrayFieldStart("rules");
    for (String rule : rules) {
      json.writeStartObject();
      json.writeStringField("id", rule);
      text(json, "shortDescription", rule.replace('_', ' '));
      text(json, "help", "fleetcheck explain " + rule);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void invocation(JsonGenerator json, AuditResult result) throws IOException {
    json.writeArrayFieldStart("invocations");
    json.writeStartObject();
    json.writeBooleanField("executionSuccessful", !result.aborted());
    json.writeStringField("startTimeUtc", result.started().toString());
    json.writeStringField("endTimeUtc", result.finished().toString());
    json.writeArrayFieldStart("toolExecutionNotifications");
    for (HostResult host : result.hosts()) {
      HostOutcome outcome = host.outcome();
      if (!outcome.isSettled()) {
        json.writeStartObject();
        json.writeStringField("level", "error");
        String stage = outcome.at().map(at -> " at " + at.text()).orElse("");
        text(
            json, "message", host.name() + ": " + outcome.text() + stage + ": " + outcome.detail());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private static void result(JsonGenerator json, DiskRow row, int rule) throws IOException {
    Verdict verdict = row.verdict();
    json.writeStartObject();
    json.writeStringField("ruleId", verdict.code());
    json.writeNumberField("ruleIndex", rule);
    // "review": nobody knows yet whether it is a problem; that kind has no other level.
    json.writeStringField("kind", verdict.level() == Level.UNKNOWN ? "review" : "fail");
    json.writeStringField(
        "level",
        switch (verdict.level()) {
          case BROKEN -> "error";
          case AT_RISK -> "warning";
          case UNKNOWN, OK -> "none";
        });
    text(json, "message", row.host() + " " + row.disk().name() + ": " + verdict.sentence());
    json.writeArrayFieldStart("locations");
    json.writeStartObject();
    json.writeArrayFieldStart("logicalLocations");
    json.writeStartObject();
    json.writeStringField("name", row.disk().name());
    json.writeStringField("fullyQualifiedName", row.host() + "/" + row.disk().id().text());
    json.writeStringField("kind", "resource");
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
    json.writeObjectFieldStart("partialFingerprints");
    json.writeStringField(
        "disk/v1", (row.disk().id().isGlobal() ? "" : row.host() + "/") + row.disk().id().text());
    json.writeEndObject();
    if (verdict.waiver().isPresent()) {
      suppression(json, verdict.waiver().get());
    }
    json.writeEndObject();
  }

  private static void suppression(JsonGenerator json, Waiver waiver) throws IOException {
    json.writeArrayFieldStart("suppressions");
    json.writeStartObject();
    json.writeStringField("kind", "external");
    json.writeStringField("status", "accepted");
    json.writeStringField(
        "justification",
        "%s (owner %s, approved by %s, until %s)"
            .formatted(waiver.reason(), waiver.owner(), waiver.approver(), waiver.expires()));
    json.writeEndObject();
    json.writeEndArray();
  }

  private static void text(JsonGenerator json, String field, String text) throws IOException {
    json.writeObjectFieldStart(field);
    json.writeStringField("text", text);
    json.writeEndObject();
  }
}
