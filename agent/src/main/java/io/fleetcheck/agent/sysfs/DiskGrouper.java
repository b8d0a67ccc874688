package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which nodes are disks, what their keys are, and which are paths to one LUN. */
final class DiskGrouper {
  /** Paths of one LUN. */
  private record Group(String name, List<BlockNode> paths) {
    /** The keys that some path gives, the farthest reaching first. */
    List<DiskId> ids() {
      List<DiskId> ids = new ArrayList<>();
      for (DiskId.Kind kind : DiskId.Kind.values()) {
        for (BlockNode path : paths) {
          DiskIds.of(path).stream().filter(id -> id.kind() == kind).forEach(ids::add);
        }
      }
      return ids;
    }
  }

  private DiskGrouper() {}

  /**
   * @param nodes in the order of names
   * @param withDevice names of the nodes that belong to some device; loop, zram and the like do not
   */
  static List<Topology.Disk> disks(List<BlockNode> nodes, Set<String> withDevice) {
    List<Group> groups = groups(nodes, withDevice);
    // A name that two disks bear names neither (cheap bridges, cloned virtual disks): both fall
    // back to what reaches less far, in the end to the place that only one of them can have.
    Map<DiskId, Set<String>> bearers = new HashMap<>();
    for (Group group : groups) {
      for (DiskId id : group.ids()) {
        bearers.computeIfAbsent(id, any -> new HashSet<>()).add(group.name());
      }
    }
    List<Topology.Disk> disks = new ArrayList<>();
    for (Group group : groups) {
      DiskId id =
          group.ids().stream()
              .filter(candidate -> bearers.getOrDefault(candidate, Set.of()).size() == 1)
              .findFirst()
              .orElseThrow();
      disks.add(
          new Topology.Disk(
              id, group.name(), group.paths().stream().map(BlockNode::name).toList()));
    }
    return disks;
  }

  private static List<Group> groups(List<BlockNode> nodes, Set<String> withDevice) {
    Map<String, String> maps = maps(nodes);
    Map<String, Group> groups = new LinkedHashMap<>();
    // A path that multipathd has not taken into its map yet belongs to the map's LUN all the same.
    Map<String, String> mapOfName = new HashMap<>();
    for (BlockNode node : nodes) {
      if (maps.containsKey(node.name())) {
        mapOfName.put(globalName(node), maps.getOrDefault(node.name(), ""));
      }
    }
    for (BlockNode node : nodes) {
      if (isDisk(node, withDevice)) {
        String global = globalName(node);
        String map = maps.getOrDefault(node.name(), mapOfName.getOrDefault(global, ""));
        groups
            .computeIfAbsent(
                map.isEmpty() ? global : "map " + map,
                any -> new Group(map.isEmpty() ? node.name() : map, new ArrayList<>()))
            .paths()
            .add(node);
      }
    }
    return List.copyOf(groups.values());
  }

  /** What two paths without a map have in common; unlike every other where the name is weak. */
  private static String globalName(BlockNode node) {
    DiskId best = DiskIds.of(node).get(0);
    return best.isGlobal() ? best + " " + DiskIds.sameness(node) : "node " + node.name();
  }

  private static boolean isDisk(BlockNode node, Set<String> withDevice) {
    return switch (node.kind()) {
      case SCSI, NVME, VIRTIO -> true;
      case OTHER ->
          withDevice.contains(node.name())
              || (NodeNames.isNumbered(node.name(), "nbd")
                  && node.sizeBytes().toOptional().orElse(0L) > 0);
      case PARTITION, DEVICE_MAPPER, MD, LOOP, BCACHE, DRBD -> false;
    };
  }

  /** The multipath map above a path, by the path's name. */
  private static Map<String, String> maps(List<BlockNode> nodes) {
    Map<String, String> maps = new HashMap<>();
    for (BlockNode node : nodes) {
      node.deviceMapper()
          .filter(DiskGrouper::isMultipath)
          .ifPresent(
              map -> {
                String name = map.name().toOptional().orElse(node.name());
                node.below().forEach(path -> maps.put(path, name));
              });
    }
    return maps;
  }

  /** multipath-tools gives its maps this prefix; others may use the target as well. */
  private static boolean isMultipath(BlockNode.DeviceMapper map) {
    return map.uuid().toOptional().orElse("").startsWith("mpath-")
        || map.table().toOptional().orElse(List.of()).stream()
            .anyMatch(target -> target.type().equals("multipath"));
  }
}
