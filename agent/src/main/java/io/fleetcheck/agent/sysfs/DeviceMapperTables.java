package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import java.util.List;

/** Where device-mapper tables come from: the kernel's control device, or a captured tree's file. */
public interface DeviceMapperTables {
  /**
   * The active table of a map.
   *
   * @param number {@code major:minor} of the map
   * @return the lines in their order; {@code Unreadable} with the errno's name where the kernel
   *     refuses. Make each line with {@link TableSecrets#target}, so that no key leaves the kernel
   *     interface.
   */
  Reading<List<BlockNode.Target>> table(String number);

  /** No tables at all: every one is absent. */
  static DeviceMapperTables none() {
    return number -> Reading.absent("/dev/mapper/control");
  }
}
