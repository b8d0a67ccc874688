package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the whole block stack below a root: of a live host, or of a captured tree. */
public final class TopologyReader {
  private final SysFiles files;
  private final Map<String, String> directories;
  private final List<String> hosts;
  private final NodeReader reader;

  private TopologyReader(SysFiles files, DeviceMapperTables tables) throws IOException {
    NodeFinder finder = new NodeFinder(files);
    this.files = files;
    this.directories = finder.nodes();
    this.hosts = finder.hosts();
    this.reader = new NodeReader(files, tables);
  }

  /**
   * @param root {@code /}, or a directory with {@code sys}, {@code proc} and so on
   * @param tables asked for the table of every map; of a captured tree its own file answers instead
   * @throws IOException where there is no sysfs below the root, or a part of it that would hide a
   *     device cannot be listed; the message is one line for people
   */
  public static Topology read(Path root, DeviceMapperTables tables) throws IOException {
    return read(new SysFiles(root), tables);
  }

  static Topology read(SysFiles files, DeviceMapperTables tables) throws IOException {
    return new TopologyReader(files, files.isLive() ? tables : new CapturedTables(files)).read();
  }

  private Topology read() throws IOException {
    Devices devices = new Devices(files, directories);
    Map<String, List<String>> below = below();
    Map<String, BlockNode> nodes = new LinkedHashMap<>();
    Set<String> withDevice = new HashSet<>();
    for (Map.Entry<String, String> entry : directories.entrySet()) {
      String name = entry.getKey();
      String directory = entry.getValue();
      if (!reader.isHidden(directory)) {
        List<String> lower = below.getOrDefault(name, List.of());
        BlockNode node = reader.read(directory, lower, devices.links(name));
        nodes.put(name, node);
        if (files.link(directory + "/device").isPresent()) {
          withDevice.add(node.name());
        }
      }
    }
    MountReader mounts = new MountReader(files, devices, nodes);
    List<BlockNode> all = List.copyOf(nodes.values());
    return new Topology(
        new HostFactsReader(files).read(),
        hbas(),
        all,
        mounts.mounts(),
        mounts.swaps(),
        DiskGrouper.disks(all, withDevice));
  }

  private List<Hba> hbas() {
    HbaReader hbaReader = new HbaReader(files);
    List<Hba> hbas = new ArrayList<>();
    for (String host : hosts) {
      hbas.add(hbaReader.read(host));
    }
    hbas.sort(Comparator.comparingInt(Hba::number));
    return hbas;
  }

  /**
   * What each node is made of: a partition of its disk, others of their {@code slaves}; where a
   * captured tree has no slaves, the same told by the other side's {@code holders}.
   */
  private Map<String, List<String>> below() throws IOException {
    Map<String, List<String>> below = new HashMap<>();
    for (Map.Entry<String, String> entry : directories.entrySet()) {
      String directory = entry.getValue();
      if (files.isFile(directory + "/partition")) {
        below.put(entry.getKey(), List.of(SysFiles.lastName(SysFiles.parent(directory))));
      } else if (files.isDirectory(directory + "/slaves")) {
        List<String> slaves = new ArrayList<>(files.linksOrNone(directory + "/slaves"));
        slaves.sort(NodeNames.ORDER);
        below.put(entry.getKey(), slaves);
      }
    }
    Map<String, List<String>> told = new HashMap<>();
    for (Map.Entry<String, String> entry : directories.entrySet()) {
      for (String holder : files.linksOrNone(entry.getValue() + "/holders")) {
        if (!below.containsKey(holder)) {
          told.computeIfAbsent(holder, any -> new ArrayList<>()).add(entry.getKey());
        }
      }
    }
    below.putAll(told);
    return below;
  }
}
