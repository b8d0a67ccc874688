package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The limits of WRITE SAME of a host at one moment.
 *
 * @param values text by path below {@code /sys}, as {@link Settings} has them
 */
record Limits(Map<String, Reading<String>> values, Optional<KernelVersion> kernel) {

  private static final String ZEROES = "write_zeroes_max_bytes";
  private static final String SAME = "write_same_max_bytes";

  static Limits of(Topology topology) {
    Map<String, Reading<String>> values = new TreeMap<>();
    for (BlockNode node : topology.nodes()) {
      for (String name : List.of(ZEROES, SAME)) {
        Reading<String> value = node.queue().get(name);
        if (value != null) {
          values.put(queuePath(node.name(), name), value);
        }
      }
      node.scsi()
          .ifPresent(
              scsi ->
                  values.put(blocksPath(scsi.hctl()), scsi.diskAttribute("max_write_same_blocks")));
    }
    return new Limits(values, topology.host().kernel().toOptional().flatMap(KernelVersion::parse));
  }

  static Limits of(Settings settings, Optional<KernelVersion> kernel) {
    return new Limits(settings.values(), kernel);
  }

  /** {@code max_write_same_blocks}, in logical blocks. */
  Reading<Long> blocks(ScsiDisk scsi) {
    return number(blocksPath(scsi.hctl()));
  }

  /**
   * The limit that the block layer goes by, in bytes: {@code write_zeroes_max_bytes}, on kernels
   * without it (before 4.10) {@code write_same_max_bytes}. The latter is a constant 0 on newer
   * kernels, where a 0 of it says nothing.
   */
  Reading<Long> queueBytes(String node) {
    Reading<Long> zeroes = number(queuePath(node, ZEROES));
    if (!(zeroes instanceof Reading.Absent)) {
      return zeroes;
    }
    Reading<Long> same = number(queuePath(node, SAME));
    boolean real = kernel.filter(version -> version.isBefore(4, 10)).isPresent();
    return isZero(same) && !real ? zeroes : same;
  }

  static boolean isZero(Reading<Long> limit) {
    return limit.toOptional().filter(value -> value == 0).isPresent();
  }

  static boolean isPositive(Reading<Long> limit) {
    return limit.toOptional().filter(value -> value > 0).isPresent();
  }

  private Reading<Long> number(String path) {
    Reading<String> text = values.get(path);
    if (text != null) {
      return text.map(path, digits -> Long.valueOf(digits.strip()));
    }
    // Where the directory could not be listed nothing in it is known to be absent.
    Reading<String> directory = values.get(path.substring(0, path.lastIndexOf('/')));
    return directory instanceof Reading.Unreadable<String> failed
        ? Reading.unreadable(failed.path(), failed.errno())
        : Reading.absent(path);
  }

  /** Sysfs has {@code !} where a node's name has {@code /}. */
  private static String queuePath(String node, String attribute) {
    return "block/" + node.replace('/', '!') + "/queue/" + attribute;
  }

  private static String blocksPath(String hctl) {
    return "class/scsi_disk/" + hctl + "/max_write_same_blocks";
  }
}
