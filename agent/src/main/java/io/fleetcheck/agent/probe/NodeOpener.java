package io.fleetcheck.agent.probe;

import static io.fleetcheck.agent.probe.RefusedException.extent;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.RefusalReason;

/** Opens the node of a mounted file system: the one by that number, whatever its name says. */
final class NodeOpener {
  private NodeOpener() {}

  static String path(BlockNode block) {
    return "/dev/" + block.name().replace('!', '/');
  }

  static Descriptor open(Kernel kernel, BlockNode block, Activity activity)
      throws RefusedException {
    String path = path(block);
    activity.begin("open of " + path);
    Descriptor node;
    try {
      node = kernel.openNode(path, false);
    } catch (SystemCallException e) {
      throw extent(reason(e.errno()), path, e.text());
    }
    try {
      Descriptor.Status status = node.status();
      if (!status.isBlockDevice() || !status.node().equals(block.number())) {
        throw extent(
            RefusalReason.NODE_MISMATCH,
            path,
            "is " + status.node() + ", the file system lies on " + block.number());
      }
      return node;
    } catch (SystemCallException e) {
      node.close();
      throw extent(RefusalReason.NODE_MISMATCH, path, e.text());
    } catch (RefusedException e) {
      node.close();
      throw e;
    }
  }

  private static RefusalReason reason(String errno) {
    return switch (errno) {
      case "EBUSY" -> RefusalReason.OPEN_BUSY;
      case "EROFS" -> RefusalReason.DEVICE_READ_ONLY;
      case "EACCES", "EPERM" -> RefusalReason.NOT_PERMITTED;
      default -> RefusalReason.NODE_MISMATCH;
    };
  }
}
