package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes a captured tree: the files that the facts of a host are made from, and a few of our own
 * below {@code fleetcheck/} for what no file tells. Reading it back gives the same topology.
 */
public final class CaptureSource {
  /** Worth having beside the facts: tells kernels apart where the release alone does not. */
  private static final String VERSION = "proc/version";

  private CaptureSource() {}

  /**
   * @param root {@code /}, or another captured tree
   * @param version the agent's own
   * @return the entries, each path once; parents of an entry may have none of their own
   * @throws IOException as {@link TopologyReader#read} throws it
   */
  public static List<Event.Captured> capture(
      Path root, DeviceMapperTables tables, String version, Instant time) throws IOException {
    RecordingFiles files = new RecordingFiles(root);
    files.text(VERSION);
    files.linksOrNone("sys/class/scsi_device");
    files.linksOrNone("sys/class/scsi_disk");
    Topology topology = TopologyReader.read(files, tables);
    List<Event.Captured> entries = new ArrayList<>();
    for (Event.Captured entry : files.entries().values()) {
      if (!entry.path().startsWith("fleetcheck")) {
        entries.add(entry);
      }
    }
    List<String> unreadable = new ArrayList<>();
    files.unreadable().forEach((path, errno) -> unreadable.add(errno + " " + path));
    entries.add(file(SysFiles.CAPTURED, unreadable));
    entries.add(file(CapturedTables.CAPTURED, tables(topology)));
    entries.add(file(BlockSizes.CAPTURED, blockSizes(topology)));
    entries.add(file(HostFactsReader.CAPTURED, about(topology, version, time)));
    return entries;
  }

  private static List<String> tables(Topology topology) {
    List<String> lines = new ArrayList<>();
    for (BlockNode node : topology.nodes()) {
      node.deviceMapper()
          .ifPresent(map -> lines.addAll(CapturedTables.lines(node.number(), map.table())));
    }
    return lines;
  }

  private static List<String> blockSizes(Topology topology) {
    Set<String> lines = new LinkedHashSet<>();
    for (Mount mount : topology.mounts()) {
      lines.addAll(BlockSizes.lines(mount));
    }
    return List.copyOf(lines);
  }

  private static List<String> about(Topology topology, String version, Instant time) {
    return List.of(
        "agent " + version,
        "time " + time,
        "architecture " + topology.host().architecture(),
        "page_size " + topology.host().pageSize());
  }

  private static Event.Captured file(String path, List<String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    return new Event.Captured(
        path, Event.Captured.Entry.FILE, new String(bytes, StandardCharsets.ISO_8859_1));
  }
}
