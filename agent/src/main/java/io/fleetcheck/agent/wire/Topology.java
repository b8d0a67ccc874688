package io.fleetcheck.agent.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The block stack of one host at one moment: what sysfs, procfs and device-mapper said.
 *
 * @param hbas SCSI hosts, in the order of their numbers
 * @param nodes every block device, partitions included, in the order of their names
 * @param mounts mounts of block devices; a file system mounted at several places appears each time
 * @param swaps names of nodes in use as swap
 * @param disks the LUNs; one with several paths is one disk
 */
public record Topology(
    HostFacts host,
    List<Hba> hbas,
    List<BlockNode> nodes,
    List<Mount> mounts,
    List<String> swaps,
    List<Disk> disks) {

  public Topology {
    hbas = List.copyOf(hbas);
    nodes = new NodeList(nodes);
    mounts = List.copyOf(mounts);
    swaps = List.copyOf(swaps);
    disks = List.copyOf(disks);
  }

  /**
   * The machine.
   *
   * @param kernel as {@code uname -r}
   * @param pageSize in bytes; 0 where a captured tree does not tell
   */
  public record HostFacts(
      Reading<String> hostname,
      Reading<String> machineId,
      Reading<String> bootId,
      Reading<String> kernel,
      Reading<String> operatingSystem,
      String architecture,
      int pageSize) {}

  /**
   * A LUN, or what stands for one outside SCSI.
   *
   * @param name the label: the multipath map's name, else the path's
   * @param paths names of the nodes that lead to it, one each for a disk without multipath
   */
  public record Disk(DiskId id, String name, List<String> paths) {
    public Disk {
      paths = List.copyOf(paths);
    }
  }

  /** The same with other nodes. */
  Topology withNodes(List<BlockNode> others) {
    return new Topology(host, hbas, others, mounts, swaps, disks);
  }

  public Optional<BlockNode> node(String name) {
    return index().named(name);
  }

  public Optional<BlockNode> nodeByNumber(String majorMinor) {
    return index().numbered(majorMinor);
  }

  private NodeList index() {
    return (NodeList) nodes;
  }

  public Optional<Hba> hba(int number) {
    return hbas.stream().filter(hba -> hba.number() == number).findFirst();
  }

  /** Every node that lies on the disk, the paths themselves first, then upwards. */
  public List<BlockNode> stack(Disk disk) {
    return closure(disk.paths(), node -> index().above(node.name()));
  }

  /** The nodes at the bottom below a node; itself where nothing lies below. */
  public List<BlockNode> leaves(BlockNode node) {
    return closure(List.of(node.name()), BlockNode::below).stream()
        .filter(candidate -> candidate.below().isEmpty())
        .toList();
  }

  /** Every node from this one down to its leaves, itself first. */
  public List<BlockNode> below(BlockNode node) {
    return closure(List.of(node.name()), BlockNode::below);
  }

  /** The mounts that some node of the disk's stack carries. */
  public List<Mount> mounts(Disk disk) {
    Set<String> numbers = new LinkedHashSet<>();
    stack(disk).forEach(node -> numbers.add(node.number()));
    return mounts.stream().filter(mount -> numbers.contains(mount.number())).toList();
  }

  private List<BlockNode> closure(
      List<String> start, Function<BlockNode, List<String>> neighbours) {
    Set<String> seen = new LinkedHashSet<>(start);
    Deque<String> queue = new ArrayDeque<>(start);
    List<BlockNode> found = new ArrayList<>();
    while (!queue.isEmpty()) {
      Optional<BlockNode> node = node(queue.remove());
      node.ifPresent(found::add);
      for (String next : node.map(neighbours).orElse(List.of())) {
        if (seen.add(next)) {
          queue.add(next);
        }
      }
    }
    return found;
  }
}
