package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys that one node's facts give, the farthest reaching first. */
final class DiskIds {
  private DiskIds() {}

  /** At least one; the last is always good for this run only. */
  static List<DiskId> of(BlockNode node) {
    List<DiskId> ids = new ArrayList<>();
    node.scsi().map(DiskIds::globalOfScsi).orElseGet(() -> globalOfOther(node)).ifPresent(ids::add);
    node.scsi().map(DiskIds::serialOfScsi).orElseGet(() -> serialOfOther(node)).ifPresent(ids::add);
    String place = node.scsi().map(ScsiDisk::hctl).orElse(node.name());
    ids.add(new DiskId(DiskId.Kind.VOLATILE, place));
    return ids;
  }

  /** What must agree, beside the name, before two nodes count as paths to one LUN. */
  static String sameness(BlockNode node) {
    return node.scsi()
        .map(scsi -> text(scsi.vendor()) + "/" + text(scsi.model()) + "/" + text(scsi.serial()))
        .orElse(node.name());
  }

  private static Optional<DiskId> globalOfScsi(ScsiDisk scsi) {
    return known(scsi.vpdPages().get("83"))
        .flatMap(Vpd::lunNameOfHex)
        .or(() -> scsi.wwid().toOptional().flatMap(Vpd::parse));
  }

  private static Optional<DiskId> serialOfScsi(ScsiDisk scsi) {
    return text(scsi.serial()).isEmpty()
        ? Optional.empty()
        : Optional.of(new DiskId(DiskId.Kind.SERIAL, sameness(scsi)));
  }

  private static String sameness(ScsiDisk scsi) {
    return text(scsi.vendor()) + "/" + text(scsi.model()) + "/" + text(scsi.serial());
  }

  /** NVMe: drivers/nvme/host/core.c; its {@code wwid} may be a mere serial number, "nvme.…". */
  private static Optional<DiskId> globalOfOther(BlockNode node) {
    return identity(node, "wwid")
        .flatMap(Vpd::parse)
        .or(() -> identity(node, "uuid").flatMap(text -> Vpd.parse("uuid." + text)))
        .or(() -> identity(node, "nguid").flatMap(text -> Vpd.parse("eui." + plain(text))))
        .or(() -> identity(node, "eui").flatMap(text -> Vpd.parse("eui." + plain(text))));
  }

  private static Optional<DiskId> serialOfOther(BlockNode node) {
    // Not the driver's link where the kind says it: a captured tree may lack the link.
    String vendor =
        switch (node.kind()) {
          case NVME -> "nvme";
          case VIRTIO -> "virtio";
          case SCSI, PARTITION, DEVICE_MAPPER, MD, LOOP, BCACHE, DRBD, OTHER -> text(node.driver());
        };
    String model = identity(node, "model").or(() -> identity(node, "name")).orElse("");
    String namespace = identity(node, "nsid").map(number -> "/" + number).orElse("");
    return identity(node, "serial")
        .or(() -> identity(node, "cid"))
        .map(
            serial ->
                new DiskId(DiskId.Kind.SERIAL, vendor + "/" + model + "/" + serial + namespace));
  }

  private static Optional<String> identity(BlockNode node, String name) {
    return known(node.identity().get(name)).filter(text -> !text.isBlank());
  }

  private static Optional<String> known(@Nullable Reading<String> reading) {
    return reading == null ? Optional.empty() : reading.toOptional();
  }

  private static String text(Reading<String> reading) {
    return reading.toOptional().orElse("");
  }

  /** Hexadecimal without the blanks and dashes that sysfs puts between. */
  private static String plain(String hexadecimal) {
    return hexadecimal.replace(" ", "").replace("-", "");
  }
}
