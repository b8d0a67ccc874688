package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads anew every kernel setting of a disk's stack that a probe could disturb: its own, or through
 * udev, whose change rules run when a block node that was open for writing is closed.
 */
public final class SettingsReader {
  private static final List<String> SCSI =
      List.of("max_write_same_blocks", "zeroing_mode", "provisioning_mode");

  private SettingsReader() {}

  /**
   * @param topology tells the disk's stack; the values are read again, not taken from it
   * @throws IOException where the root itself is not there; single values carry their own failure
   */
  public static Settings read(Path root, Topology topology, Topology.Disk disk) throws IOException {
    SysFiles files = new SysFiles(root);
    Map<String, Reading<String>> values = new TreeMap<>();
    for (BlockNode node : topology.stack(disk)) {
      if (node.kind() != BlockNode.Kind.PARTITION) {
        addQueue(files, "block/" + NodeNames.inSysfs(node.name()) + "/queue", values);
      }
      node.scsi().map(ScsiDisk::hctl).ifPresent(hctl -> addScsi(files, hctl, values));
    }
    return new Settings(values);
  }

  private static void addQueue(
      SysFiles files, String directory, Map<String, Reading<String>> values) {
    Reading<List<String>> names = files.names("sys/" + directory);
    if (names instanceof Reading.Unreadable<List<String>> failed) {
      values.put(directory, Reading.unreadable(failed.path(), failed.errno()));
    }
    for (String name : names.toOptional().orElse(List.of())) {
      String path = directory + "/" + name;
      if (!files.isDirectory("sys/" + path)) {
        values.put(path, files.text("sys/" + path));
      }
    }
  }

  private static void addScsi(SysFiles files, String hctl, Map<String, Reading<String>> values) {
    for (String name : SCSI) {
      String path = "class/scsi_disk/" + hctl + "/" + name;
      values.put(path, files.text("sys/" + path));
    }
  }
}
