package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which block devices are mounted where: proc(5), and Documentation/filesystems/proc.rst. */
final class MountReader {
  private final SysFiles files;
  private final Devices devices;

  /** By the name that sysfs has. */
  private final Map<String, BlockNode> nodes;

  private final Map<String, BlockNode> byNumber = new HashMap<>();
  private final BlockSizes blockSizes;
  private final List<Set<String>> btrfs;

  MountReader(SysFiles files, Devices devices, Map<String, BlockNode> nodes) throws IOException {
    this.files = files;
    this.devices = devices;
    this.nodes = nodes;
    nodes.values().forEach(node -> byNumber.put(node.number(), node));
    byNumber.remove("");
    this.blockSizes = new BlockSizes(files);
    this.btrfs = btrfsDevices();
  }

  /**
   * Mounts of block devices; of several devices, a mount for each.
   *
   * @throws IOException where the kernel's list cannot be read on a live host: what is mounted must
   *     then be supposed
   */
  List<Mount> mounts() throws IOException {
    List<Mount> mounts = new ArrayList<>();
    Reading<List<String>> info = files.lines("proc/self/mountinfo");
    if (info instanceof Reading.Known<List<String>> known) {
      for (String line : known.value()) {
        ofMountInfo(line, mounts);
      }
    } else if (files.isLive() || info instanceof Reading.Unreadable) {
      throw new IOException("/proc/self/mountinfo cannot be read: is /proc mounted?");
    } else {
      for (String line : files.lines("proc/mounts").toOptional().orElse(List.of())) {
        ofMounts(line, mounts);
      }
    }
    return mounts;
  }

  /** Names of nodes that are swap; a swap file lies on a mount and is none. */
  List<String> swaps() {
    Set<String> swaps = new LinkedHashSet<>();
    for (String line : files.lines("proc/swaps").toOptional().orElse(List.of())) {
      if (line.startsWith("/")) {
        int end = firstBlank(line);
        devices.resolve(unescape(line.substring(0, end))).ifPresent(swaps::add);
      }
    }
    return swaps.stream().map(NodeNames::ofSysfs).toList();
  }

  /** {@code 36 35 98:0 /root /mnt rw,noatime master:1 - ext4 /dev/root rw,errors=continue}. */
  private void ofMountInfo(String line, List<Mount> mounts) {
    String[] words = line.split(" ", -1);
    int dash = 6;
    while (dash < words.length && !words[dash].equals("-")) {
      dash++;
    }
    if (dash + 2 >= words.length) {
      return;
    }
    String superOptions = dash + 3 < words.length ? words[dash + 3] : "";
    add(
        words[2],
        unescape(words[dash + 2]),
        unescape(words[4]),
        words[dash + 1],
        words[5] + "," + superOptions,
        mounts);
  }

  /** {@code /dev/sda1 /mnt ext4 rw,relatime 0 0}. */
  private void ofMounts(String line, List<Mount> mounts) {
    String[] words = line.split(" ", -1);
    if (words.length >= 4) {
      add("0:0", unescape(words[0]), unescape(words[1]), words[2], words[3], mounts);
    }
  }

  private void add(
      String number, String source, String path, String type, String options, List<Mount> mounts) {
    for (BlockNode node : mounted(number, source)) {
      mounts.add(
          new Mount(
              node.number(),
              source,
              path,
              type,
              options(options),
              ext4Options(node, type),
              blockSizes.of(node.number(), type, path)));
    }
  }

  /** By number; file systems of several devices have an anonymous number, and name one of them. */
  private List<BlockNode> mounted(String number, String source) {
    if (!number.startsWith("0:")) {
      BlockNode node = byNumber.get(number);
      return node == null ? List.of() : List.of(node);
    }
    Set<String> names = new LinkedHashSet<>();
    for (String device : source.split(":", -1)) {
      Optional<String> name = devices.resolve(device);
      name.ifPresent(names::add);
      for (Set<String> group : btrfs) {
        if (name.isPresent() && group.contains(name.get())) {
          names.addAll(group);
        }
      }
    }
    return names.stream()
        .flatMap(name -> Optional.ofNullable(nodes.get(name)).stream())
        .filter(node -> !node.number().isEmpty())
        .toList();
  }

  private Reading<List<String>> ext4Options(BlockNode node, String type) {
    String path = "proc/fs/ext4/" + NodeNames.inSysfs(node.name()) + "/options";
    return type.startsWith("ext") ? files.lines(path) : Reading.absent(SysFiles.shown(path));
  }

  private List<Set<String>> btrfsDevices() throws IOException {
    List<Set<String>> groups = new ArrayList<>();
    for (String uuid : files.namesOrNone("sys/fs/btrfs")) {
      List<String> names = files.linksOrNone("sys/fs/btrfs/" + uuid + "/devices");
      if (!names.isEmpty()) {
        groups.add(new TreeSet<>(names));
      }
    }
    return groups;
  }

  private static List<String> options(String joined) {
    Set<String> options = new LinkedHashSet<>();
    for (String option : joined.split(",", -1)) {
      if (!option.isEmpty()) {
        options.add(unescape(option));
      }
    }
    return List.copyOf(options);
  }

  private static int firstBlank(String line) {
    int at = 0;
    while (at < line.length() && line.charAt(at) != ' ' && line.charAt(at) != '\t') {
      at++;
    }
    return at;
  }

  /**
   * Blank, tab, newline, backslash and hash are shown as three octal digits: fs/proc_namespace.c.
   */
  static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 3 < text.length() && isOctal(text, i + 1)) {
        plain.append((char) Integer.parseInt(text.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static boolean isOctal(String text, int at) {
    for (int i = at; i < at + 3; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '7') {
        return false;
      }
    }
    return true;
  }
}
