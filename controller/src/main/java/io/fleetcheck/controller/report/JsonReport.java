package io.fleetcheck.controller.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import java.io.IOException;
import java.io.Writer;

/** One document for the whole run: {@code docs/schema/fleetcheck.run-1.schema.json}. */
public final class JsonReport implements Report {
  static final String SCHEMA = "fleetcheck.run/1";

  @Override
  public String name() {
    return "json";
  }

  @Override
  public void write(AuditResult result, Writer out) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      // The same line break on every system.
      json.setPrettyPrinter(
          new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
      json.writeStartObject();
      json.writeStringField("schema", SCHEMA);
      RunJson.run(json, result);
      json.writeArrayFieldStart("hosts");
      for (HostResult host : result.hosts()) {
        json.writeStartObject();
        HostJson.write(json, host);
        json.writeArrayFieldStart("disks");
        for (DiskRow row : DiskRow.of(host)) {
          json.writeStartObject();
          DiskJson.write(json, row);
          json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
      }
      json.writeEndArray();
      RunJson.causes(json, result);
      RunJson.counts(json, result);
      json.writeEndObject();
    }
    out.write('\n');
  }
}
