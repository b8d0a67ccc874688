package io.fleetcheck.agent.sysfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Names below {@code /dev}, and the block devices, as sysfs names them, that they stand for. */
final class Devices {
  private static final List<String> LINKS = List.of("dev/disk/by-id", "dev/mapper");

  private final SysFiles files;

  /** Sysfs names by what may stand after {@code /dev/}. */
  private final Map<String, String> nodes = new HashMap<>();

  private final Map<String, List<String>> links = new HashMap<>();

  /**
   * @param directories of the block devices by sysfs name
   * @throws IOException where the names cannot be listed
   */
  Devices(SysFiles files, Map<String, String> directories) throws IOException {
    this.files = files;
    for (Map.Entry<String, String> node : directories.entrySet()) {
      nodes.put(NodeNames.ofSysfs(node.getKey()), node.getKey());
      // Where udev does not run, /dev/mapper has nodes of its own instead of links.
      files
          .text(node.getValue() + "/dm/name")
          .toOptional()
          .ifPresent(name -> nodes.put("mapper/" + name, node.getKey()));
    }
    for (String directory : LINKS) {
      for (String name : files.linksOrNone(directory)) {
        resolve("/" + directory + "/" + name)
            .ifPresent(
                node ->
                    links
                        .computeIfAbsent(node, any -> new ArrayList<>())
                        .add("/" + directory + "/" + name));
      }
    }
  }

  /** The names under {@code /dev/disk/by-id} and {@code /dev/mapper} that lead to a device. */
  List<String> links(String node) {
    return new ArrayList<>(new TreeSet<>(links.getOrDefault(node, List.of())));
  }

  /** The sysfs name of the block device at an absolute path; empty where it is none. */
  Optional<String> resolve(String path) {
    String at = path;
    for (int hops = 0; hops < 8 && at.startsWith("/dev/"); hops++) {
      String node = nodes.get(at.substring("/dev/".length()));
      if (node != null) {
        return Optional.of(node);
      }
      Optional<String> target = files.link(at.substring(1));
      if (target.isEmpty()) {
        return Optional.empty();
      }
      at = join(SysFiles.parent(at), target.get());
    }
    return Optional.empty();
  }

  /** A link's target as an absolute path, by its text alone. */
  private static String join(String directory, String target) {
    String at = target.startsWith("/") ? "" : directory;
    for (String step : target.split("/", -1)) {
      if (step.equals("..")) {
        at = SysFiles.parent(at);
      } else if (!step.isEmpty() && !step.equals(".")) {
        at = at + "/" + step;
      }
    }
    return at;
  }
}
