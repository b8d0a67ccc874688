package io.fleetcheck.agent.wire;

import java.util.List;

/**
 * A mounted file system, from {@code /proc/self/mountinfo}.
 *
 * @param number the device's {@code major:minor}
 * @param options of this mount and of the superblock
 * @param ext4Options the lines of {@code /proc/fs/ext4/DEV/options}, which the mount options do not
 *     always show; absent for other types
 * @param blockSize of the file system in bytes, as statvfs tells
 */
public record Mount(
    String number,
    String source,
    String path,
    String type,
    List<String> options,
    Reading<List<String>> ext4Options,
    Reading<Long> blockSize) {

  public Mount {
    options = List.copyOf(options);
  }

  public boolean readOnly() {
    return options.contains("ro");
  }
}
