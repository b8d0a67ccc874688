package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Topology;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One disk with what the rules ask about it.
 *
 * @param paths nodes that lead to it and that the topology has
 * @param stack every node on it, the paths first
 * @param limits of the host when the topology was read
 */
record DiskFacts(
    Topology topology,
    Topology.Disk disk,
    List<BlockNode> paths,
    List<BlockNode> stack,
    Limits limits,
    Optional<KernelVersion> kernel) {

  private static final int DISK = 0;
  private static final int ZONED_DISK = 0x14;

  /**
   * @param limits of the whole host, made once for all its disks
   */
  static DiskFacts of(Topology topology, Topology.Disk disk, Limits limits) {
    return new DiskFacts(
        topology,
        disk,
        disk.paths().stream().flatMap(name -> topology.node(name).stream()).toList(),
        topology.stack(disk),
        limits,
        limits.kernel());
  }

  List<ScsiDisk> scsi() {
    return paths.stream().flatMap(path -> path.scsi().stream()).toList();
  }

  /** Known to be no SCSI disk; a SCSI disk whose attributes are missing is not that. */
  boolean isOutsideScsi() {
    return paths.size() == disk.paths().size()
        && !paths.isEmpty()
        && paths.stream()
            .allMatch(path -> path.scsi().isEmpty() && path.kind() != BlockNode.Kind.SCSI);
  }

  /** Why the disk is of a kind that is never probed; empty where it is not known to be. */
  Optional<String> unsupportedType() {
    for (ScsiDisk path : scsi()) {
      Optional<Integer> type = path.type().toOptional();
      if (type.filter(number -> number != DISK && number != ZONED_DISK).isPresent()) {
        return Optional.of("its device type is 0x" + Integer.toHexString(type.orElseThrow()));
      }
    }
    for (BlockNode path : paths) {
      Optional<String> zoned = attribute(path, "zoned").filter(model -> !model.equals("none"));
      if (zoned.isPresent()) {
        return Optional.of("it is zoned (" + zoned.get() + ")");
      }
    }
    return stack.stream()
        .filter(node -> targets(node).stream().anyMatch(line -> line.type().equals("zoned")))
        .map(node -> "dm-zoned lies on it (" + node.name() + ")")
        .findFirst();
  }

  List<PathLimit> pathLimits(Limits moment) {
    return paths.stream()
        .flatMap(path -> path.scsi().map(scsi -> PathLimit.of(path, scsi, moment)).stream())
        .toList();
  }

  /** H:C:T:L of every path: only commands to these count as evidence about this disk. */
  Set<String> addresses() {
    return scsi().stream().map(ScsiDisk::hctl).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Whether an H:C:T:L or a node's name, as the probe names a range's leaves, is this disk's. */
  boolean isPath(String leaf) {
    return addresses().contains(leaf) || paths.stream().anyMatch(path -> path.name().equals(leaf));
  }

  /**
   * Whether ext4's zeroing, which allows unmap, may go by another command than BLKZEROOUT's, which
   * does not. A mode that is there and cannot be read may be such a one.
   */
  boolean mayZeroByUnmap() {
    return scsi().stream()
        .map(scsi -> scsi.diskAttribute("zeroing_mode"))
        .anyMatch(
            mode ->
                mode.fold(
                    text -> text.strip().endsWith("_unmap"),
                    absent -> false,
                    (path, errno) -> true));
  }

  boolean isThin() {
    return scsi().stream()
        .anyMatch(
            scsi ->
                scsi.diskAttribute("thin_provisioning")
                    .toOptional()
                    .filter(text -> text.strip().equals("1"))
                    .isPresent());
  }

  /** The page that only a SCSI/ATA translation layer has: SAT-4, VPD page 89h. */
  boolean isAta() {
    return scsi().stream()
        .anyMatch(scsi -> scsi.vpdPages().getOrDefault("89", Reading.absent("vpd_pg89")).isKnown());
  }

  Optional<Hba> hba(ScsiDisk scsi) {
    return topology.hba(scsi.hba());
  }

  List<Mount> mounts() {
    return topology.mounts(disk);
  }

  /** Multipath maps directly on the disk's paths. */
  List<BlockNode> maps() {
    return stack.stream().filter(this::isMultipath).toList();
  }

  boolean isMultipath(BlockNode node) {
    boolean named =
        node.deviceMapper()
            .flatMap(mapper -> mapper.uuid().toOptional())
            .filter(uuid -> uuid.startsWith("mpath-"))
            .isPresent();
    return named || targets(node).stream().anyMatch(line -> line.type().equals("multipath"));
  }

  /** Request-based unless the table says otherwise: that is dm-multipath's default. */
  boolean isRequestBased(BlockNode map) {
    return targets(map).stream().noneMatch(line -> line.arguments().contains("queue_mode bio"));
  }

  /** The nodes of this disk's stack that a call on {@code node} passes, that one included. */
  List<BlockNode> layersBelow(String node) {
    Set<String> mine = stack.stream().map(BlockNode::name).collect(Collectors.toSet());
    return topology
        .node(node.replaceFirst("^/dev/", ""))
        .map(topology::below)
        .orElse(List.of())
        .stream()
        .filter(layer -> mine.contains(layer.name()))
        .filter(layer -> layer.kind() != BlockNode.Kind.PARTITION)
        .toList();
  }

  private static Optional<String> attribute(BlockNode node, String name) {
    return node.queue().getOrDefault(name, Reading.absent(name)).toOptional().map(String::strip);
  }

  private static List<BlockNode.Target> targets(BlockNode node) {
    return node.deviceMapper().flatMap(mapper -> mapper.table().toOptional()).orElse(List.of());
  }
}
