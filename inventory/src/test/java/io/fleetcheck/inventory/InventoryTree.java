package io.fleetcheck.inventory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A generated inventory: files, sources and what is asked of it.
 *
 * @param files by relative name
 */
record InventoryTree(Map<String, String> files, List<String> sources, List<String> action) {

  private static final int ATTEMPTS = 200;

  void write(Path directory) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue().getBytes(StandardCharsets.UTF_8));
      if (file.getValue().startsWith("#!") && !path.toFile().setExecutable(true)) {
        throw new IOException(path + " cannot be made executable");
      }
    }
  }

  /** Whether hosts are selected, which {@code ansible} does and ansible-inventory does not. */
  boolean selects() {
    return action.get(0).equals("--hosts");
  }

  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    sources.forEach(source -> arguments.addAll(List.of("-i", source)));
    arguments.addAll(action);
    return arguments;
  }

  /** The smallest tree found that still fails: without sources, files, lines, characters. */
  InventoryTree shrink(Predicate<InventoryTree> fails) {
    InventoryTree smallest = this;
    for (int attempts = 0; attempts < ATTEMPTS; ) {
      boolean smaller = false;
      for (InventoryTree candidate : smallest.smaller().toList()) {
        if (++attempts < ATTEMPTS && fails.test(candidate)) {
          smallest = candidate;
          smaller = true;
          break;
        }
      }
      if (!smaller) {
        break;
      }
    }
    return smallest;
  }

  private Stream<InventoryTree> smaller() {
    List<InventoryTree> smaller = new ArrayList<>();
    for (int source = 0; sources.size() > 1 && source < sources.size(); source++) {
      List<String> fewer = new ArrayList<>(sources);
      fewer.remove(source);
      smaller.add(new InventoryTree(files, fewer, action));
    }
    for (String file : files.keySet()) {
      Map<String, String> fewer = new LinkedHashMap<>(files);
      fewer.remove(file);
      boolean named =
          Stream.concat(sources.stream(), action.stream()).anyMatch(it -> it.endsWith(file));
      if (!named) {
        smaller.add(new InventoryTree(fewer, sources, action));
      }
    }
    files.forEach((file, text) -> shorter(text).forEach(it -> smaller.add(with(file, it))));
    return smaller.stream();
  }

  private InventoryTree with(String file, String text) {
    Map<String, String> changed = new LinkedHashMap<>(files);
    changed.put(file, text);
    return new InventoryTree(changed, sources, action);
  }

  /** Halves, then single lines, then words. */
  private static Stream<String> shorter(String text) {
    List<String> lines = List.of(text.split("(?<=\n)", -1));
    List<String> shorter = new ArrayList<>();
    for (int size = Math.max(1, lines.size() / 2); size > 0; size /= 2) {
      for (int from = 0; from < lines.size(); from += size) {
        List<String> fewer = new ArrayList<>(lines.subList(0, from));
        fewer.addAll(lines.subList(Math.min(lines.size(), from + size), lines.size()));
        if (fewer.size() < lines.size()) {
          shorter.add(String.join("", fewer));
        }
      }
    }
    if (lines.size() < 4) {
      for (int at = 0; at < text.length(); at++) {
        shorter.add(text.substring(0, at) + text.substring(at + 1));
      }
    }
    return shorter.stream().filter(it -> !it.equals(text));
  }
}
