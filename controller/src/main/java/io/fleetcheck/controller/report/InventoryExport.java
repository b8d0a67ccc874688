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
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A run's hosts in groups, as JSON of an Ansible inventory: by the worst level of their disks, by
 * the codes of disks that are not ok, by the models of findings, and by how they answered. How
 * hosts are reached is for the inventory that they came from; Ansible takes both.
 */
public final class InventoryExport {
  private InventoryExport() {}

  /** As a file: {@code ansible -i FILE}. */
  public static void writeFile(AuditResult result, Writer out) throws IOException {
    write(
        out,
        json -> {
          for (Map.Entry<String, Set<String>> group : groups(result).entrySet()) {
            json.writeObjectFieldStart(group.getKey());
            json.writeObjectFieldStart("hosts");
            for (String host : group.getValue()) {
              json.writeNullField(host);
            }
            json.writeEndObject();
            json.writeEndObject();
          }
        });
  }

  /** As a script prints it when asked for {@code --list}; no host has variables. */
  public static void writeScript(AuditResult result, Writer out) throws IOException {
    write(
        out,
        json -> {
          for (Map.Entry<String, Set<String>> group : groups(result).entrySet()) {
            json.writeObjectFieldStart(group.getKey());
            json.writeArrayFieldStart("hosts");
            for (String host : group.getValue()) {
              json.writeString(host);
            }
            json.writeEndArray();
            json.writeEndObject();
          }
          json.writeObjectFieldStart("_meta");
          json.writeObjectFieldStart("hostvars");
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  @FunctionalInterface
  private interface Fields {
    void to(JsonGenerator json) throws IOException;
  }

  private static void write(Writer out, Fields fields) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(
          new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
      json.writeStartObject();
      fields.to(json);
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static Map<String, Set<String>> groups(AuditResult result) {
    Map<String, Set<String>> groups = new TreeMap<>();
    for (HostResult host : result.hosts()) {
      if (!(host.outcome() instanceof HostOutcome.Answered)) {
        add(groups, host, "outcome", host.outcome().text());
      }
      host.verdicts().stream()
          .map(Verdict::level)
          .max(Level::compareTo)
          .ifPresent(worst -> add(groups, host, "level", worst.text()));
      for (DiskRow row : DiskRow.of(host)) {
        if (row.verdict().level() != Level.OK) {
          add(groups, host, "code", row.verdict().code());
        }
        if (row.verdict().level() == Level.BROKEN || row.verdict().level() == Level.AT_RISK) {
          add(groups, host, "model", row.model().toOptional().orElse("unknown"));
        }
      }
    }
    return groups;
  }

  private static void add(
      Map<String, Set<String>> groups, HostResult host, String kind, String word) {
    // What Ansible lets a group be called.
    String name =
        "fleetcheck_" + kind + "_" + word.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]+", "_");
    groups.computeIfAbsent(name, any -> new TreeSet<>()).add(host.name());
  }
}
