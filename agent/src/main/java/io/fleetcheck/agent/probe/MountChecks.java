package io.fleetcheck.agent.probe;

import static io.fleetcheck.agent.probe.RefusedException.extent;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.RefusalReason;
import java.util.List;
import java.util.Optional;

/** What must hold of a mount before a file is even made there. */
final class MountChecks {
  private MountChecks() {}

  /**
   * @return the node that the file system lies on
   */
  static BlockNode run(Mount mount, Optional<BlockNode> node, Layers layers)
      throws RefusedException {
    if (!mount.type().equals("ext4") && !mount.type().equals("xfs")) {
      throw extent(RefusalReason.FILE_SYSTEM_TYPE, mount.path(), mount.type());
    }
    if (mount.readOnly()) {
      throw extent(RefusalReason.MOUNTED_READ_ONLY, mount.path(), "ro");
    }
    if (node.isEmpty()) {
      String detail = mount.number() + " is not in /sys/dev/block";
      throw extent(RefusalReason.NO_BLOCK_DEVICE, mount.path(), detail);
    }
    for (String option : mount.options()) {
      checkOption(mount, option);
    }
    if (mount.type().equals("ext4")) {
      checkExt4Options(mount);
    }
    layers.check(node.get());
    return node.get();
  }

  /** The mount's own list does not always show data=journal: tune2fs can make it the default. */
  private static void checkExt4Options(Mount mount) throws RefusedException {
    if (!(mount.ext4Options() instanceof Reading.Known<List<String>> options)) {
      throw extent(
          RefusalReason.DATA_JOURNAL,
          mount.path(),
          "the options in force cannot be read: " + mount.ext4Options());
    }
    for (String option : options.value()) {
      checkOption(mount, option);
    }
  }

  private static void checkOption(Mount mount, String option) throws RefusedException {
    if (option.equals("data=journal")) {
      throw extent(RefusalReason.DATA_JOURNAL, mount.path(), option);
    }
    if (option.equals("dax") || option.equals("dax=always")) {
      throw extent(RefusalReason.DAX_FILE, mount.path(), "mounted with " + option);
    }
  }
}
