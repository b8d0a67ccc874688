package io.fleetcheck.controller.report;

import static java.util.stream.Collectors.groupingBy;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fleetcheck.agent.wire.FilePattern;
import io.fleetcheck.agent.wire.KernelEvidence;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.Series;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The {@code probe} field: raw samples, so that a report alone can be judged again. */
final class ProbeJson {
  private ProbeJson() {}

  /** Writes the field; null where the disk was not probed at all. */
  static void write(JsonGenerator json, DiskView view) throws IOException {
    if (view.probe().isEmpty()) {
      json.writeNullField("probe");
      return;
    }
    json.writeObjectFieldStart("probe");
    ProbeResult probe = view.probe().get();
    if (probe instanceof ProbeResult.Measured measured) {
      json.writeStringField("outcome", "measured");
      measured(json, measured);
      settingChanges(json, view.settingChanges());
    } else if (probe instanceof ProbeResult.Refused refused) {
      json.writeStringField("outcome", "refused");
      refusals(json, refused.refusals());
    } else if (probe instanceof ProbeResult.Failed failed) {
      json.writeStringField("outcome", "failed");
      json.writeStringField("operation", failed.operation());
      json.writeStringField("where", failed.where());
      json.writeStringField("errno", failed.errno());
    }
    json.writeEndObject();
  }

  private static void measured(JsonGenerator json, ProbeResult.Measured measured)
      throws IOException {
    json.writeStringField("mode", text(measured.mode()));
    Optional<ProbeResult.Zeroing> zeroing = measured.zeroing();
    JsonFields.optional(json, "where", zeroing.map(ProbeResult.Zeroing::where));
    JsonFields.optional(json, "node", zeroing.map(ProbeResult.Zeroing::node));
    JsonFields.strings(json, "leaves", zeroing.map(ProbeResult.Zeroing::leaves).orElse(List.of()));
    json.writeArrayFieldStart("series");
    for (Series series : zeroing.map(ProbeResult.Zeroing::series).orElse(List.of())) {
      series(json, series);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("patterns");
    for (FilePattern pattern : measured.patterns()) {
      pattern(json, pattern);
    }
    json.writeEndArray();
    refusals(json, measured.refusals());
    evidence(json, measured.evidence());
  }

  private static void series(JsonGenerator json, Series series) throws IOException {
    json.writeStartObject();
    json.writeStringField("operation", series.operation().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("bytes", series.bytes());
    // Per pair: operation's call and flush, plain write's call and flush; nanoseconds.
    json.writeArrayFieldStart("pairs_ns");
    for (Series.Pair pair : series.pairs()) {
      long[] nanos = {
        pair.operation().call(), pair.operation().flush(), pair.write().call(), pair.write().flush()
      };
      json.writeArray(nanos, 0, nanos.length);
    }
    json.writeEndArray();
    JsonFields.optional(json, "error", series.error());
    json.writeEndObject();
  }

  private static void pattern(JsonGenerator json, FilePattern pattern) throws IOException {
    json.writeStartObject();
    json.writeStringField("mount", pattern.mount());
    json.writeNumberField("bytes", pattern.bytes());
    nanos(json, "preallocated_ns", pattern.preallocated());
    nanos(json, "plain_ns", pattern.plain());
    JsonFields.optional(json, "error", pattern.error());
    json.writeEndObject();
  }

  private static void nanos(JsonGenerator json, String name, List<Long> values) throws IOException {
    json.writeFieldName(name);
    json.writeArray(values.stream().mapToLong(Long::longValue).toArray(), 0, values.size());
  }

  private static void refusals(JsonGenerator json, List<Refusal> refusals) throws IOException {
    json.writeArrayFieldStart("refusals");
    for (Refusal refusal : refusals) {
      json.writeStartObject();
      json.writeStringField("mode", text(refusal.mode()));
      json.writeStringField("reason", refusal.reason().code());
      json.writeStringField("where", refusal.where());
      json.writeStringField("detail", refusal.detail());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void evidence(JsonGenerator json, Reading<KernelEvidence> evidence)
      throws IOException {
    if (!(evidence instanceof Reading.Known<KernelEvidence> known)) {
      JsonFields.reading(json, "evidence", evidence);
      return;
    }
    List<KernelEvidence.Command> commands = known.value().commands();
    json.writeObjectFieldStart("evidence");
    json.writeObjectFieldStart("write_same");
    summary(json, commands.stream().filter(KernelEvidence.Command::isWriteSame).toList());
    json.writeEndObject();
    json.writeObjectFieldStart("commands");
    Map<String, List<KernelEvidence.Command>> byOpcode =
        new TreeMap<>(commands.stream().collect(groupingBy(KernelEvidence.Command::opcode)));
    for (Map.Entry<String, List<KernelEvidence.Command>> entry : byOpcode.entrySet()) {
      json.writeObjectFieldStart(entry.getKey());
      summary(json, entry.getValue());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeNumberField("lost", known.value().lost());
    json.writeEndObject();
  }

  /** Times are of the commands whose end was seen. */
  private static void summary(JsonGenerator json, List<KernelEvidence.Command> commands)
      throws IOException {
    json.writeNumberField("count", commands.size());
    long[] nanos =
        commands.stream()
            .mapToLong(KernelEvidence.Command::nanos)
            .filter(time -> time >= 0)
            .sorted()
            .toArray();
    if (nanos.length > 0) {
      json.writeNumberField("min_ns", nanos[0]);
      json.writeNumberField("median_ns", median(nanos));
      json.writeNumberField("max_ns", nanos[nanos.length - 1]);
    }
  }

  private static long median(long[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static void settingChanges(JsonGenerator json, List<DiskRow.SettingChange> changes)
      throws IOException {
    json.writeArrayFieldStart("settings_changed");
    for (DiskRow.SettingChange change : changes) {
      json.writeStartObject();
      json.writeStringField("setting", change.setting());
      json.writeStringField("before", change.before());
      json.writeStringField("after", change.after());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String text(ProbeMode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }
}
