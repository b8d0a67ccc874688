package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Topology;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What lies between a block node and the disks: whether every layer is one through which a range of
 * the node can be followed and overwritten without side effects, and which disks a range ends on.
 */
final class Layers {
  /** Disks outside SCSI, NVMe and virtio that are hardware, or what a hypervisor shows as such. */
  private static final List<String> OTHER_DISKS = List.of("mmcblk", "xvd", "dasd", "nbd");

  private static final Set<RefusalReason> COPY_ON_WRITE =
      Set.of(
          RefusalReason.DM_THIN,
          RefusalReason.DM_SNAPSHOT,
          RefusalReason.DM_SNAPSHOT_ORIGIN,
          RefusalReason.DM_VDO);

  private final Topology topology;
  private final Set<String> loops;
  private final boolean admitThin;

  /**
   * @param loops names of loop devices that count as disks
   * @param admitThin whether thin LUNs may be written to
   */
  Layers(Topology topology, Set<String> loops, boolean admitThin) {
    this.topology = topology;
    this.loops = loops;
    this.admitThin = admitThin;
  }

  /** Refuses a node if anything below it, or itself, forbids to zero its blocks. */
  void check(BlockNode node) throws RefusedException {
    for (BlockNode layer : topology.below(node)) {
      checkAccess(layer);
      checkKind(layer);
      if (layer.scsi().isPresent()) {
        checkThin(layer);
      }
    }
  }

  private static void checkAccess(BlockNode layer) throws RefusedException {
    if (!layer.readOnly().equals(Reading.known(false))) {
      throw refuse(RefusalReason.DEVICE_READ_ONLY, layer, "ro: " + text(layer.readOnly()));
    }
    Reading<String> zoned =
        layer
            .queue()
            .getOrDefault("zoned", Reading.absent("/sys/block/" + layer.name() + "/queue/zoned"));
    // Kernels before 4.10 have no such file, and no zoned disks.
    if (!(zoned instanceof Reading.Absent) && !text(zoned).equals("none")) {
      throw refuse(RefusalReason.ZONED, layer, "queue/zoned: " + text(zoned));
    }
  }

  private void checkKind(BlockNode layer) throws RefusedException {
    switch (layer.kind()) {
      case SCSI -> checkScsiType(layer);
      case NVME, VIRTIO -> {}
      case PARTITION -> requireBelow(layer);
      case MD -> requireBelow(layer);
      case DEVICE_MAPPER -> checkTargets(layer);
      case BCACHE -> throw refuse(RefusalReason.BCACHE, layer, "bcache");
      case DRBD -> throw refuse(RefusalReason.DRBD, layer, "DRBD");
      case LOOP -> {
        if (!loops.contains(layer.name())) {
          throw refuse(RefusalReason.LOOP, layer, "loop device");
        }
      }
      case OTHER -> {
        if (OTHER_DISKS.stream().noneMatch(layer.name()::startsWith)) {
          throw refuse(RefusalReason.UNKNOWN_LAYER, layer, "an unknown kind of block device");
        }
      }
    }
  }

  /** Peripheral device types of SPC-6: 0 is a disk, 0x14 a host-managed zoned one. */
  private static void checkScsiType(BlockNode layer) throws RefusedException {
    Reading<Integer> type = layer.scsi().orElseThrow().type();
    if (type.equals(Reading.known(0x14))) {
      throw refuse(RefusalReason.ZONED, layer, "SCSI device type 0x14");
    }
    if (!type.equals(Reading.known(0))) {
      throw refuse(RefusalReason.UNKNOWN_LAYER, layer, "SCSI device type " + text(type));
    }
  }

  private void checkThin(BlockNode layer) throws RefusedException {
    Reading<String> thin = layer.scsi().orElseThrow().diskAttribute("thin_provisioning");
    boolean thick = thin instanceof Reading.Absent || text(thin).equals("0");
    if (!thick && !admitThin) {
      throw refuse(RefusalReason.THIN_LUN, layer, "thin_provisioning: " + text(thin));
    }
  }

  private static void requireBelow(BlockNode layer) throws RefusedException {
    if (layer.below().isEmpty()) {
      throw refuse(RefusalReason.UNKNOWN_LAYER, layer, "nothing is known to lie below it");
    }
  }

  private static void checkTargets(BlockNode layer) throws RefusedException {
    for (BlockNode.Target target : targets(layer)) {
      Optional<RefusalReason> reason = refused(target.type());
      if (reason.isPresent()) {
        throw refuse(reason.get(), layer, "dm-" + target.type());
      }
    }
    requireBelow(layer);
  }

  /**
   * Refuses even a small file of ours where fresh blocks eat a pool or a snapshot's room: one that
   * is full is lost, or takes its neighbours with it.
   */
  void checkFreshBlocks(BlockNode node) throws RefusedException {
    for (BlockNode layer : topology.below(node)) {
      if (layer.kind() != BlockNode.Kind.DEVICE_MAPPER) {
        continue;
      }
      for (BlockNode.Target target : targets(layer)) {
        Optional<RefusalReason> reason = refused(target.type()).filter(COPY_ON_WRITE::contains);
        if (reason.isPresent()) {
          throw new RefusedException(
              ProbeMode.FILE, reason.get(), layer.name(), "dm-" + target.type());
        }
      }
    }
  }

  private static List<BlockNode.Target> targets(BlockNode layer) throws RefusedException {
    Reading<List<BlockNode.Target>> table = layer.deviceMapper().orElseThrow().table();
    List<BlockNode.Target> targets = table.toOptional().orElse(List.of());
    if (targets.isEmpty()) {
      throw refuse(RefusalReason.TABLE_UNREADABLE, layer, text(table));
    }
    return targets;
  }

  /** Names of targets as their modules register them, drivers/md. */
  private static Optional<RefusalReason> refused(String target) {
    return switch (target) {
      case "linear", "striped", "multipath", "crypt" -> Optional.empty();
      case "thin", "thin-pool" -> Optional.of(RefusalReason.DM_THIN);
      case "snapshot", "snapshot-merge" -> Optional.of(RefusalReason.DM_SNAPSHOT);
      case "snapshot-origin" -> Optional.of(RefusalReason.DM_SNAPSHOT_ORIGIN);
      case "cache" -> Optional.of(RefusalReason.DM_CACHE);
      case "writecache" -> Optional.of(RefusalReason.DM_WRITECACHE);
      case "vdo" -> Optional.of(RefusalReason.DM_VDO);
      case "era" -> Optional.of(RefusalReason.DM_ERA);
      case "integrity" -> Optional.of(RefusalReason.DM_INTEGRITY);
      case "zoned" -> Optional.of(RefusalReason.DM_ZONED);
      default -> Optional.of(RefusalReason.UNKNOWN_LAYER);
    };
  }

  /**
   * The nodes at the bottom that a range of a node lies on, in bytes; every path of a multipath map
   * and every member of an md array that may hold a part of it, exactly so of RAID 0. The node has
   * passed {@link #check}.
   */
  Set<String> leaves(BlockNode node, long offset, long length) throws RefusedException {
    Set<String> leaves = new LinkedHashSet<>();
    collect(node, offset, length, leaves);
    return leaves;
  }

  private void collect(BlockNode node, long offset, long length, Set<String> leaves)
      throws RefusedException {
    if (node.below().isEmpty()) {
      leaves.add(node.name());
    } else if (node.kind() == BlockNode.Kind.DEVICE_MAPPER) {
      for (BlockNode.Target target : targets(node)) {
        collectTarget(node, target, offset, length, leaves);
      }
    } else if (node.kind() == BlockNode.Kind.MD) {
      collectMembers(node, offset, length, leaves);
    } else {
      for (String below : node.below()) {
        collect(known(node, below), offset + node.startBytes(), length, leaves);
      }
    }
  }

  /** Of an md array's members any may hold a part, but of RAID 0, where it is known which. */
  private void collectMembers(BlockNode node, long offset, long length, Set<String> leaves)
      throws RefusedException {
    Optional<List<Raid0.Part>> parts = Raid0.parts(node, offset, length);
    if (parts.isPresent()) {
      for (Raid0.Part part : parts.get()) {
        collect(known(node, part.member()), part.offset(), part.length(), leaves);
      }
    } else {
      // Where on them depends on each one's data offset: within them all is taken to count.
      for (String below : node.below()) {
        collect(known(node, below), offset, length, leaves);
      }
    }
  }

  private void collectTarget(
      BlockNode node, BlockNode.Target target, long offset, long length, Set<String> leaves)
      throws RefusedException {
    TargetRange part = TargetRange.of(target, offset, length);
    if (part.length() <= 0) {
      return;
    }
    String[] words = target.arguments().trim().split(" ", -1);
    try {
      switch (target.type()) {
        // <device> <start>
        case "linear" -> below(node, words[0], part.offset() + bytes(words[1]), part, leaves);
        // <cipher> <key> <iv_offset> <device> <start>
        case "crypt" -> below(node, words[3], part.offset() + bytes(words[4]), part, leaves);
        case "striped" -> stripes(node, words, part, leaves);
        default -> {
          for (String path : node.below()) {
            collect(known(node, path), part.offset(), part.length(), leaves);
          }
        }
      }
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException malformed) {
      throw refuse(RefusalReason.TABLE_UNREADABLE, node, target.type() + ": " + target.arguments());
    }
  }

  private void below(
      BlockNode node, String device, long offset, TargetRange part, Set<String> leaves)
      throws RefusedException {
    BlockNode lower =
        topology
            .nodeByNumber(device)
            .orElseThrow(
                () -> refuse(RefusalReason.UNKNOWN_LAYER, node, "no block device " + device));
    collect(lower, offset, part.length(), leaves);
  }

  /** {@code <stripes> <chunk size> [<device> <start>]...}: chunks go round the devices. */
  private void stripes(BlockNode node, String[] words, TargetRange part, Set<String> leaves)
      throws RefusedException {
    int stripes = Integer.parseInt(words[0]);
    long chunk = bytes(words[1]);
    long end = part.offset() + part.length();
    long first = part.offset() / chunk;
    for (long i = first; i < first + stripes && i * chunk < end; i++) {
      int stripe = (int) (i % stripes);
      long from = Math.max(part.offset(), i * chunk);
      long start = bytes(words[3 + 2 * stripe]) + i / stripes * chunk + from % chunk;
      long length = Math.min(end, (i + 1) * chunk) - from;
      below(node, words[2 + 2 * stripe], start, new TargetRange(start, length), leaves);
    }
  }

  private BlockNode known(BlockNode above, String name) throws RefusedException {
    return topology
        .node(name)
        .orElseThrow(() -> refuse(RefusalReason.UNKNOWN_LAYER, above, "no block device " + name));
  }

  private static long bytes(String sectors) {
    return Long.parseLong(sectors) << 9;
  }

  private static RefusedException refuse(RefusalReason reason, BlockNode node, String detail) {
    return RefusedException.extent(reason, node.name(), detail);
  }

  private static String text(Reading<?> reading) {
    return reading.fold(
        String::valueOf, path -> "no " + path, (path, errno) -> path + " cannot be read: " + errno);
  }

  /** The part of a range that one line of a table covers, relative to that line's start. */
  private record TargetRange(long offset, long length) {
    static TargetRange of(BlockNode.Target target, long offset, long length) {
      long start = target.startSector() << 9;
      long end = start + (target.sectors() << 9);
      long from = Math.max(offset, start);
      return new TargetRange(from - start, Math.min(offset + length, end) - from);
    }
  }
}
