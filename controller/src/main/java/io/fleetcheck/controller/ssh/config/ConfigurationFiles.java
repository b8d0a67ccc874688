package io.fleetcheck.controller.ssh.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;

/**
 * The files that ssh would read, read once: to know whether ssh has to be asked at all, and to make
 * do without ssh. {@code Host} and {@code Include} are understood, {@code Match} is not but for
 * {@code Match all}.
 */
final class ConfigurationFiles {
  private static final int DEEPEST_INCLUDE = 16;

  private final Path home;
  private final List<Line> lines = new ArrayList<>();
  private final List<String> notHonoured = new ArrayList<>();

  /**
   * @param blocks the {@code Host} patterns that must all match for it, from the outermost file in;
   *     empty for always
   */
  private record Line(List<HostPatterns> blocks, String keyword, Options.Value value) {}

  private ConfigurationFiles(Path home) {
    this.home = home;
  }

  /**
   * @param files in the order in which they count; those that do not exist are empty ones
   */
  static ConfigurationFiles read(List<Path> files, Path home) {
    ConfigurationFiles read = new ConfigurationFiles(home);
    for (Path file : files) {
      read.read(file, List.of(), 0);
    }
    return read;
  }

  private void read(Path file, List<HostPatterns> outer, int depth) {
    List<String> text;
    try {
      text = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException none) {
      return;
    } catch (IOException e) {
      notHonoured.add(file + " cannot be read");
      return;
    }
    List<HostPatterns> blocks = outer;
    for (int i = 0; i < text.size(); i++) {
      ConfigurationLine line = ConfigurationLine.of(text.get(i));
      String place = file + ":" + (i + 1);
      switch (line.keyword()) {
        case "" -> {}
        case "host" -> blocks = inside(outer, new HostPatterns(line.value().words()));
        case "match" -> {
          boolean all = line.value().words().equals(List.of("all"));
          if (!all) {
            notHonoured.add(place + ": " + line.text() + ", and what it is about");
          }
          blocks = all ? outer : inside(outer, HostPatterns.NOBODY);
        }
        case "include" -> {
          for (String pattern : line.value().words()) {
            include(pattern, blocks, place, depth);
          }
        }
        default -> lines.add(new Line(blocks, line.keyword(), line.value()));
      }
    }
  }

  private static List<HostPatterns> inside(List<HostPatterns> outer, HostPatterns inner) {
    List<HostPatterns> all = new ArrayList<>(outer);
    all.add(inner);
    return List.copyOf(all);
  }

  private void include(String pattern, List<HostPatterns> blocks, String place, int depth) {
    if (depth == DEEPEST_INCLUDE) {
      notHonoured.add(place + ": files included deeper than " + DEEPEST_INCLUDE);
      return;
    }
    String expanded = pattern.startsWith("~/") ? home + pattern.substring(1) : pattern;
    Path path = base(place).resolve(expanded);
    Set<Path> files = new TreeSet<>();
    if (!expanded.matches(".*[*?\\[].*")) {
      files.add(path);
    } else if (path.getParent() != null && path.getFileName() != null) {
      try (DirectoryStream<Path> found =
          Files.newDirectoryStream(path.getParent(), path.getFileName().toString())) {
        found.forEach(files::add);
      } catch (IOException | PatternSyntaxException none) {
        // Includes nothing, as for ssh.
      }
    }
    files.forEach(file -> read(file, blocks, depth + 1));
  }

  /** Where names without a directory start: ssh_config(5), Include. */
  private Path base(String place) {
    return place.startsWith("/etc/ssh/") ? Path.of("/etc/ssh") : home.resolve(".ssh");
  }

  /** Whether any line, for whatever host, has one of these keywords. */
  boolean mention(Set<String> keywords) {
    return !notHonoured.isEmpty()
        || lines.stream().anyMatch(line -> keywords.contains(line.keyword()));
  }

  /** What was met and is not understood, with its place. */
  List<String> notHonoured() {
    return notHonoured;
  }

  /** Adds what these files say of a host to what is given already. */
  void addTo(Options options, String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    for (Line line : lines) {
      if (line.blocks().stream().allMatch(block -> block.match(lower))) {
        options.add(line.keyword(), line.value());
      }
    }
  }
}
