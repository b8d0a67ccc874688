package io.fleetcheck.agent.sysfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the directories of block devices and SCSI hosts. A live host has {@code /sys/class}; a
 * captured tree may have only some of the ways to a device, in the end {@code sys/devices} alone.
 */
final class NodeFinder {
  /** Deeper than any bus; a guard against forged trees. */
  private static final int MAX_DEPTH = 48;

  private final SysFiles files;

  /** Block device directories by the kernel's name, such as {@code cciss!c0d0}. */
  private final Map<String, String> nodes = new TreeMap<>(NodeNames.ORDER);

  /** SCSI host directories, such as {@code sys/devices/.../host0}. */
  private final Set<String> hosts = new TreeSet<>();

  /**
   * @throws IOException where the root has no sysfs, or a part of it cannot be listed
   */
  NodeFinder(SysFiles files) throws IOException {
    this.files = files;
    if (!files.isDirectory("sys")) {
      throw new IOException("there is no directory sys below the root: nothing can be known");
    }
    boolean known = false;
    for (String way : List.of("sys/class/block", "sys/block", "sys/dev/block")) {
      for (String name : files.namesOrNone(way)) {
        files.real(way + "/" + name).ifPresent(this::addNode);
        known = true;
      }
    }
    for (String name : files.namesOrNone("sys/class/scsi_host")) {
      files.real("sys/class/scsi_host/" + name).ifPresent(this::addHostOf);
    }
    if (!known && !files.isLive()) {
      walk("sys/devices", 0);
    }
    for (String node : List.copyOf(nodes.values())) {
      addPartitions(node);
      addHostAbove(node);
    }
  }

  Map<String, String> nodes() {
    return nodes;
  }

  List<String> hosts() {
    return new ArrayList<>(hosts);
  }

  private void addNode(String directory) {
    nodes.put(SysFiles.lastName(directory), directory);
  }

  /** From {@code .../host0/scsi_host/host0}. */
  private void addHostOf(String classDevice) {
    hosts.add(SysFiles.parent(SysFiles.parent(classDevice)));
  }

  private void addHostAbove(String node) {
    for (String at = node; !at.isEmpty(); at = SysFiles.parent(at)) {
      String name = SysFiles.lastName(at);
      if (NodeNames.isNumbered(name, "host") && files.isDirectory(at + "/scsi_host")) {
        hosts.add(at);
      }
    }
  }

  private void addPartitions(String disk) throws IOException {
    String name = SysFiles.lastName(disk);
    for (String child : files.namesOrNone(disk)) {
      if (child.startsWith(name) && files.isFile(disk + "/" + child + "/partition")) {
        addNode(disk + "/" + child);
      }
    }
  }

  private void walk(String directory, int depth) throws IOException {
    String parent = SysFiles.lastName(directory);
    for (String name : files.namesOrNone(directory)) {
      String child = directory + "/" + name;
      if (!files.isDirectory(child)) {
        continue;
      }
      if (parent.equals("scsi_disk") && !files.isDirectory(SysFiles.parent(directory) + "/block")) {
        // A part of a tree: the disk without its block device is still worth its facts.
        addNode(SysFiles.parent(directory) + "/block/" + name);
      } else if (parent.equals("block") || files.isFile(child + "/diskseq")) {
        addNode(child);
      } else if (depth < MAX_DEPTH) {
        walk(child, depth + 1);
      }
    }
  }
}
