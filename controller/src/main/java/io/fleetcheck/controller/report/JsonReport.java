package io.fleetcheck.controller.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Told;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

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
      List<DiskRow> rows = new ArrayList<>();
      for (HostResult host : result.hosts()) {
        Told told = host.told();
        json.writeStartObject();
        HostJson.write(json, host, told);
        json.writeArrayFieldStart("disks");
        for (DiskView disk : DiskView.of(host, told)) {
          json.writeStartObject();
          DiskJson.write(json, disk);
          json.writeEndObject();
          rows.add(disk.row());
        }
        json.writeEndArray();
        json.writeEndObject();
      }
      json.writeEndArray();
      RunJson.causes(json, DiskRow.causes(rows));
      RunJson.counts(json, result);
      json.writeEndObject();
    }
    out.write('\n');
  }
}
