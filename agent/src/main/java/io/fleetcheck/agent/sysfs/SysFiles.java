package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files below one root. Paths are relative to it, as text, with {@code /} between; what is reported
 * of a path carries a leading {@code /}, so that a captured tree and the live host report the same.
 *
 * <p>Nothing outside the root is ever read: a link that leads out of it counts as absent, so that a
 * forged tree cannot make us show this machine's files as its own. Not for several threads.
 */
class SysFiles {
  /** Lines {@code errno path}: what could not be read where the tree was captured. */
  static final String CAPTURED = "fleetcheck/unreadable";

  /** Kernel attributes are at most a page; VPD pages at most 64 KiB. More is not an attribute. */
  private static final int MAX_ATTRIBUTE = 64 << 10;

  /** Hosts with many containers have thousands of mounts. */
  private static final int MAX_TABLE = 32 << 20;

  private final Path root;
  private final boolean live;
  private final byte[] buffer = new byte[MAX_ATTRIBUTE + 1];
  private final Map<String, String> unreadable = new HashMap<>();

  /**
   * @throws IOException where there is no such directory
   */
  SysFiles(Path root) throws IOException {
    this.root = root.toRealPath();
    this.live = this.root.getNameCount() == 0;
    if (!live && Files.exists(this.root.resolve(CAPTURED))) {
      for (String line : split(new String(bytes(CAPTURED, MAX_TABLE), StandardCharsets.UTF_8))) {
        int blank = line.indexOf(' ');
        if (blank > 0) {
          unreadable.put(line.substring(blank + 1), line.substring(0, blank));
        }
      }
    }
  }

  /** Whether this is the running system and not a captured tree. */
  final boolean isLive() {
    return live;
  }

  /** An attribute's text without blanks around it. */
  final Reading<String> text(String path) {
    return read(path, MAX_ATTRIBUTE, StandardCharsets.ISO_8859_1).map(shown(path), String::strip);
  }

  /** The lines of a table such as {@code /proc/self/mountinfo}. */
  final Reading<List<String>> lines(String path) {
    return read(path, MAX_TABLE, StandardCharsets.UTF_8).map(shown(path), SysFiles::split);
  }

  /** An attribute's bytes, one char each. */
  final Reading<String> raw(String path) {
    return read(path, MAX_ATTRIBUTE, StandardCharsets.ISO_8859_1);
  }

  /** The same of what only a live host has, and no captured tree should. */
  final Reading<String> rawOfThisMoment(String path) {
    try {
      return Reading.known(new String(bytes(path, MAX_ATTRIBUTE), StandardCharsets.ISO_8859_1));
    } catch (IOException failure) {
      return Reading.unreadable(shown(path), Errno.of(failure));
    }
  }

  /** The names in a directory, sorted. */
  Reading<List<String>> names(String directory) {
    String refused = unreadable.get(directory);
    if (refused != null) {
      return Reading.unreadable(shown(directory), refused);
    }
    List<String> names = new ArrayList<>();
    try {
      Path real = root.resolve(directory).toRealPath();
      if (!real.startsWith(root)) {
        return Reading.absent(shown(directory));
      }
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(real)) {
        for (Path entry : entries) {
          names.add(String.valueOf(entry.getFileName()));
        }
      }
    } catch (NoSuchFileException | NotDirectoryException absent) {
      return Reading.absent(shown(directory));
    } catch (IOException failure) {
      return Reading.unreadable(shown(directory), Errno.of(failure));
    }
    for (String path : unreadable.keySet()) {
      if (parent(path).equals(directory)) {
        names.add(lastName(path));
      }
    }
    Collections.sort(names);
    return Reading.known(names);
  }

  /**
   * The names in a directory whose loss would hide a device.
   *
   * @return none where there is no such directory
   * @throws IOException where it is there and cannot be listed
   */
  final List<String> namesOrNone(String directory) throws IOException {
    Reading<List<String>> names = names(directory);
    if (names instanceof Reading.Unreadable<List<String>> failed) {
      throw new IOException(failed.path() + " cannot be listed: " + failed.errno());
    }
    return names.toOptional().orElse(List.of());
  }

  /** The same of a directory of links, none of which need be followed. */
  final List<String> linksOrNone(String directory) throws IOException {
    List<String> links = new ArrayList<>();
    for (String name : namesOrNone(directory)) {
      if (link(directory + "/" + name).isPresent()) {
        links.add(name);
      }
    }
    return links;
  }

  /** Whether a directory itself, not a link to one, is there. */
  boolean isDirectory(String path) {
    return Files.isDirectory(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether a regular file itself, not a link to one, is there. */
  boolean isFile(String path) {
    return Files.isRegularFile(root.resolve(path), LinkOption.NOFOLLOW_LINKS)
        || unreadable.containsKey(path);
  }

  /** The text of a symbolic link, wherever it leads. */
  Optional<String> link(String path) {
    try {
      return Optional.of(Files.readSymbolicLink(root.resolve(path)).toString());
    } catch (IOException | UnsupportedOperationException notALink) {
      return Optional.empty();
    }
  }

  /** The last name of a symbolic link's target, which need not exist. */
  final Optional<String> linkedName(String path) {
    return link(path).map(SysFiles::lastName);
  }

  /** The path with every link followed; empty where it does not exist or leads out of the root. */
  Optional<String> real(String path) {
    try {
      Path real = root.resolve(path).toRealPath();
      return real.startsWith(root)
          ? Optional.of(root.relativize(real).toString())
          : Optional.empty();
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  static String shown(String path) {
    return "/" + path;
  }

  static String lastName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The path without its last name; empty at the top. */
  static String parent(String path) {
    return path.substring(0, Math.max(path.lastIndexOf('/'), 0));
  }

  private Reading<String> read(String path, int limit, Charset charset) {
    String refused = unreadable.get(path);
    if (refused != null) {
      return Reading.unreadable(shown(path), refused);
    }
    try {
      return Reading.known(new String(content(path, limit), charset));
    } catch (NoSuchFileException absent) {
      return Reading.absent(shown(path));
    } catch (IOException failure) {
      String errno = Errno.of(failure);
      return errno.equals("ENOTDIR")
          ? Reading.absent(shown(path))
          : Reading.unreadable(shown(path), errno);
    }
  }

  /**
   * A file's bytes.
   *
   * @throws IOException where it cannot be read, is a link, or has more than the limit
   */
  byte[] content(String path, int limit) throws IOException {
    return bytes(path, limit);
  }

  private byte[] bytes(String path, int limit) throws IOException {
    Path file = root.resolve(path);
    if (!live) {
      Path directory = file.getParent();
      if (directory == null
          || !directory.toRealPath().startsWith(root)
          || Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .isOther()) {
        // A pipe would block us, a device tell of this machine.
        throw new NoSuchFileException(path);
      }
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = buffer;
      int length = 0;
      for (int n = in.read(bytes); n > 0; n = in.read(bytes, length, bytes.length - length)) {
        length += n;
        if (length > limit) {
          throw new IOException("EFBIG");
        }
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * length);
        }
      }
      return Arrays.copyOf(bytes, length);
    }
  }

  private static List<String> split(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      lines.add(text.substring(start, end));
      start = end + 1;
    }
    if (start < text.length()) {
      lines.add(text.substring(start));
    }
    return lines;
  }
}
