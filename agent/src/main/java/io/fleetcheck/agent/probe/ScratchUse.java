package io.fleetcheck.agent.probe;

import static io.fleetcheck.agent.probe.RefusedException.scratch;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.RefusalReason;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Who else uses a scratch device, as the running system shows it at this moment. O_EXCL alone does
 * not tell: it succeeds while a loop device or another plain descriptor uses the node.
 */
final class ScratchUse {
  private static final Path BLOCK = Path.of("/sys/block");
  private static final Path PROC = Path.of("/proc");

  private final BlockNode block;
  private final String path;

  ScratchUse(BlockNode block) {
    this.block = block;
    this.path = NodeOpener.path(block);
  }

  /** Call while the node is held by O_EXCL: neither mount nor swapon can then come after. */
  void check() throws RefusedException {
    try {
      checkHolders();
      checkLoops();
      checkDescriptors();
    } catch (IOException e) {
      throw scratch(RefusalReason.SCRATCH_IN_USE, path, "it cannot be told: " + e);
    }
  }

  private void checkHolders() throws IOException, RefusedException {
    Path holders = Path.of("/sys/dev/block/" + block.number() + "/holders");
    try (DirectoryStream<Path> found = Files.newDirectoryStream(holders)) {
      for (Path holder : found) {
        throw scratch(RefusalReason.SCRATCH_HOLDERS, path, holder.getFileName() + " holds it");
      }
    }
  }

  private void checkLoops() throws IOException, RefusedException {
    try (DirectoryStream<Path> loops = Files.newDirectoryStream(BLOCK, "loop*")) {
      for (Path loop : loops) {
        Path backing = loop.resolve("loop/backing_file");
        if (Files.exists(backing) && isOurs(Path.of(Files.readString(backing).strip()))) {
          throw scratch(
              RefusalReason.SCRATCH_LOOP_BACKING, path, loop.getFileName() + " is backed by it");
        }
      }
    }
  }

  private void checkDescriptors() throws IOException, RefusedException {
    String self = Files.readSymbolicLink(PROC.resolve("self")).toString();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        if (!process.endsWith(self)) {
          checkProcess(process);
        }
      }
    }
  }

  private void checkProcess(Path process) throws RefusedException {
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        // Only what looks like a device node is asked: a file on a dead server would hang us.
        if (Files.readSymbolicLink(descriptor).toString().contains("/dev/") && isOurs(descriptor)) {
          throw scratch(
              RefusalReason.SCRATCH_IN_USE, path, "open in process " + process.getFileName());
        }
      }
    } catch (IOException ended) {
      // The process, or its descriptor, is gone.
    }
  }

  /** Whether a path leads to this very device, by whatever name. */
  private boolean isOurs(Path node) {
    try {
      boolean device = ((int) Files.getAttribute(node, "unix:mode") & 0170000) == 0060000;
      return device && number((long) Files.getAttribute(node, "unix:rdev")).equals(block.number());
    } catch (IOException | UnsupportedOperationException gone) {
      return false;
    }
  }

  /** As the C library packs a device number, sysmacros.h. */
  private static String number(long rdev) {
    return ((rdev >>> 8) & 0xfff) + ":" + ((rdev & 0xff) | ((rdev >>> 12) & 0xfff00));
  }
}
