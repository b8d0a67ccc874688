package io.fleetcheck.controller.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Told;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/**
 * One JSON object a line, for pipes and logs: a {@code host} line and a {@code disk} line for each
 * of its disks, and a {@code run} line at the end: {@code
 * docs/schema/fleetcheck.event-1.schema.json}.
 *
 * <p>A host's lines can be had as soon as it has finished, by {@link #write(HostResult, Writer)}.
 */
public final class NdjsonReport implements Report {
  static final String SCHEMA = "fleetcheck.event/1";

  private final JsonFactory factory = new JsonFactory();

  @Override
  public String name() {
    return "ndjson";
  }

  @Override
  public void write(AuditResult result, Writer out) throws IOException {
    List<DiskRow> rows = new ArrayList<>();
    for (HostResult host : result.hosts()) {
      rows.addAll(lines(host, out));
    }
    end(result, rows, out);
  }

  /** The lines of one host. */
  public void write(HostResult host, Writer out) throws IOException {
    List<DiskRow> unused = lines(host, out);
  }

  private List<DiskRow> lines(HostResult host, Writer out) throws IOException {
    Told told = host.told();
    line(out, "host", json -> HostJson.write(json, host, told));
    List<DiskRow> rows = new ArrayList<>();
    for (DiskView disk : DiskView.of(host, told)) {
      line(
          out,
          "disk",
          json -> {
            json.writeStringField("host", host.name());
            DiskJson.write(json, disk);
          });
      rows.add(disk.row());
    }
    return rows;
  }

  /** The last line; a stream without it is not complete. */
  public void writeEnd(AuditResult result, Writer out) throws IOException {
    end(result, result.hosts().stream().flatMap(host -> DiskRow.of(host).stream()).toList(), out);
  }

  private void end(AuditResult result, List<DiskRow> rows, Writer out) throws IOException {
    line(
        out,
        "run",
        json -> {
          RunJson.run(json, result);
          RunJson.causes(json, DiskRow.causes(rows));
          RunJson.counts(json, result);
        });
  }

  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private void line(Writer out, String event, Fields fields) throws IOException {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = factory.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("schema", SCHEMA);
      json.writeStringField("event", event);
      fields.write(json);
      json.writeEndObject();
    }
    out.write(line.append('\n').toString());
  }
}
