package io.fleetcheck.agent.wire;

import java.util.Map;

/**
 * Every kernel setting of a disk's stack that a probe could disturb, at one moment.
 *
 * @param values by path below {@code /sys}, such as {@code block/sda/queue/write_zeroes_max_bytes}
 *     or {@code class/scsi_disk/0:0:1:0/max_write_same_blocks}
 */
public record Settings(Map<String, Reading<String>> values) {
  public Settings {
    values = Map.copyOf(values);
  }
}
