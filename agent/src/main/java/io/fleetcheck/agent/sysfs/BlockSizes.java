package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The block size of mounted file systems: on a live host what statvfs(3) tells at the mount point,
 * in a captured tree what its file {@link #CAPTURED} tells. Only local file systems are asked,
 * whose answer cannot hang.
 */
final class BlockSizes {
  /** Lines {@code major:minor size}, or {@code major:minor ! errno path}. */
  static final String CAPTURED = "fleetcheck/filesystems";

  private static final List<String> ASKED = List.of("ext2", "ext3", "ext4", "xfs");

  private final SysFiles files;
  private final Map<String, Reading<Long>> known = new HashMap<>();

  BlockSizes(SysFiles files) {
    this.files = files;
    if (!files.isLive()) {
      for (String line : files.lines(CAPTURED).toOptional().orElse(List.of())) {
        String[] words = line.split(" ", 4);
        if (words.length == 4 && words[1].equals("!")) {
          known.put(words[0], Reading.unreadable(words[3], words[2]));
        } else if (words.length == 2) {
          known.put(words[0], Reading.known(words[1]).map(SysFiles.shown(CAPTURED), Long::valueOf));
        }
      }
    }
  }

  /**
   * @param number of the device
   * @param type of the file system
   * @param mountPoint asked only once for each device
   */
  Reading<Long> of(String number, String type, String mountPoint) {
    Reading<Long> size = known.get(number);
    if (size != null && (size.isKnown() || !files.isLive())) {
      return size;
    }
    if (!files.isLive() || !ASKED.contains(type)) {
      return Reading.absent(mountPoint);
    }
    size = ask(number, mountPoint);
    known.put(number, size);
    return size;
  }

  /** The line, if any, that gives a mount's block size back. */
  static List<String> lines(Mount mount) {
    return mount
        .blockSize()
        .fold(
            size -> List.of(mount.number() + " " + size),
            path -> List.of(),
            (path, errno) -> List.of(mount.number() + " ! " + errno + " " + path));
  }

  private static Reading<Long> ask(String number, String mountPoint) {
    try {
      Path path = Path.of(mountPoint);
      // Something else may be mounted over it.
      if (!number.equals(number((Long) Files.getAttribute(path, "unix:dev")))) {
        return Reading.absent(mountPoint);
      }
      return Reading.known(Files.getFileStore(path).getBlockSize());
    } catch (IOException failure) {
      return Reading.unreadable(mountPoint, Errno.of(failure));
    } catch (InvalidPathException notInThisLocale) {
      return Reading.unreadable(mountPoint, "EILSEQ");
    }
  }

  /** The kernel's encoding of a device number in user space: sys/sysmacros.h. */
  private static String number(long dev) {
    long major = (dev >>> 8 & 0xfff) | (dev >>> 32 & ~0xfffL);
    long minor = (dev & 0xff) | (dev >>> 12 & ~0xffL);
    return (int) major + ":" + (int) minor;
  }
}
