package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Topology;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a disk is called in reports. Each is empty where it is not known, blanks trimmed.
 *
 * @param driver of the adapter; of the device itself outside SCSI
 */
public record DiskLabel(String vendor, String model, String revision, String driver) {

  /** By the disk's first path. */
  public static DiskLabel of(Topology topology, Topology.Disk disk) {
    Optional<BlockNode> node =
        disk.paths().stream().flatMap(path -> topology.node(path).stream()).findFirst();
    Optional<ScsiDisk> scsi = node.flatMap(BlockNode::scsi);
    if (scsi.isPresent()) {
      ScsiDisk path = scsi.get();
      return new DiskLabel(
          text(path.vendor()),
          text(path.model()),
          text(path.revision()),
          topology.hba(path.hba()).map(hba -> text(hba.driver())).orElse(""));
    }
    return new DiskLabel(
        "",
        identity(node, "model"),
        identity(node, "firmware_rev"),
        node.map(other -> text(other.driver())).orElse(""));
  }

  /** Such as {@code SEAGATE ST973451SS 0006}; "unknown disk" where nothing is known. */
  public String product() {
    String product =
        Stream.of(vendor, model, revision)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(" "));
    return product.isEmpty() ? "unknown disk" : product;
  }

  private static String identity(Optional<BlockNode> node, String name) {
    return node.map(n -> text(n.identity().getOrDefault(name, Reading.absent(name)))).orElse("");
  }

  private static String text(Reading<String> reading) {
    return reading.toOptional().map(String::strip).orElse("");
  }
}
