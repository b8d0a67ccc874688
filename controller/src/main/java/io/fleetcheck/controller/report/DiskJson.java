package io.fleetcheck.controller.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.controller.verdict.MountImpact;
import io.fleetcheck.controller.verdict.Ratio;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.playbooks.Waiver;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One disk's fields; the caller opens and closes the object. */
final class DiskJson {
  /** The scsi_disk's attributes that a verdict may rest on. */
  static final List<String> SCSI_LIMITS =
      List.of("zeroing_mode", "provisioning_mode", "thin_provisioning", "cache_type");

  /** The queue's; which of them a kernel has tells its age. */
  static final List<String> QUEUE_LIMITS =
      List.of(
          "write_zeroes_max_bytes",
          "write_same_max_bytes",
          "write_zeroes_unmap_max_bytes",
          "discard_max_bytes");

  private DiskJson() {}

  static void write(JsonGenerator json, DiskView view) throws IOException {
    json.writeStringField("id", view.disk().id().text());
    json.writeStringField("name", view.disk().name());
    JsonFields.optional(json, "hctl", view.hctl());
    JsonFields.reading(json, "vendor", view.vendor());
    JsonFields.reading(json, "model", view.model());
    JsonFields.reading(json, "revision", view.revision());
    JsonFields.reading(json, "driver", view.driver());
    limits(json, view);
    json.writeArrayFieldStart("stack");
    for (BlockNode node : view.topology().stack(view.disk())) {
      node(json, node);
    }
    json.writeEndArray();
    ProbeJson.write(json, view);
    json.writeObjectFieldStart("verdict");
    verdict(json, view.verdict());
    json.writeEndObject();
    json.writeArrayFieldStart("mounts");
    for (MountImpact mount : view.verdict().mounts()) {
      json.writeStartObject();
      json.writeStringField("path", mount.path());
      json.writeStringField("fs", mount.fileSystem());
      json.writeStringField("impact", mount.impact().text());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void limits(JsonGenerator json, DiskView view) throws IOException {
    json.writeObjectFieldStart("limits");
    Optional<ScsiDisk> scsi = view.scsi();
    if (scsi.isPresent()) {
      JsonFields.reading(json, "max_write_same_blocks", scsi.get().maxWriteSameBlocks());
      for (String attribute : SCSI_LIMITS) {
        JsonFields.reading(json, attribute, scsi.get().diskAttribute(attribute));
      }
    }
    Optional<BlockNode> node = view.firstPath();
    if (node.isPresent()) {
      for (String attribute : QUEUE_LIMITS) {
        JsonFields.reading(json, attribute, node.get().queueNumber(attribute));
      }
    }
    json.writeEndObject();
  }

  /** A layer with what limits zeroing there: a map keeps its own limit over its disks'. */
  private static void node(JsonGenerator json, BlockNode node) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", node.name());
    json.writeStringField("number", node.number());
    json.writeStringField("kind", node.kind().name().toLowerCase(Locale.ROOT));
    JsonFields.optional(json, "hctl", node.scsi().map(ScsiDisk::hctl));
    JsonFields.strings(json, "below", node.below());
    if (node.deviceMapper().isPresent()) {
      JsonFields.reading(json, "dm_name", node.deviceMapper().get().name());
      JsonFields.reading(
          json,
          "dm_targets",
          node.deviceMapper()
              .get()
              .table()
              .map(
                  node.name(),
                  table ->
                      String.join(
                          ",", table.stream().map(BlockNode.Target::type).distinct().toList())));
    }
    if (node.md().isPresent()) {
      JsonFields.reading(json, "md_level", node.md().get().level());
    }
    JsonFields.reading(json, "write_zeroes_max_bytes", node.queueNumber("write_zeroes_max_bytes"));
    json.writeEndObject();
  }

  private static void verdict(JsonGenerator json, Verdict verdict) throws IOException {
    json.writeStringField("level", verdict.level().text());
    json.writeStringField("code", verdict.code());
    JsonFields.strings(json, "also", verdict.also());
    json.writeStringField("sentence", verdict.sentence());
    JsonFields.optional(json, "zeroout_ns", verdict.zerooutNanos());
    JsonFields.optional(json, "write_ns", verdict.writeNanos());
    if (verdict.ratio().isPresent()) {
      Ratio ratio = verdict.ratio().get();
      json.writeObjectFieldStart("ratio");
      json.writeNumberField("estimate", ratio.estimate());
      json.writeNumberField("low", ratio.low());
      json.writeNumberField("high", ratio.high());
      json.writeNumberField("pairs", ratio.pairs());
      json.writeEndObject();
    } else {
      json.writeNullField("ratio");
    }
    JsonFields.strings(json, "evidence", verdict.evidence());
    if (verdict.waiver().isPresent()) {
      Waiver waiver = verdict.waiver().get();
      json.writeObjectFieldStart("waiver");
      Waiver.Subject subject = waiver.subject();
      boolean isDisk = subject instanceof Waiver.Subject.Disk;
      JsonFields.optional(json, "disk", isDisk ? Optional.of(subject.text()) : Optional.empty());
      JsonFields.optional(json, "cause", isDisk ? Optional.empty() : Optional.of(subject.text()));
      json.writeStringField("reason", waiver.reason());
      json.writeStringField("owner", waiver.owner());
      json.writeStringField("approver", waiver.approver());
      json.writeStringField("expires", waiver.expires().toString());
      json.writeEndObject();
    } else {
      json.writeNullField("waiver");
    }
  }
}
