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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Files below one root. Paths are relative to it, as text, with {@code /} between; what is reported
 * of a path carries a leading {@code /}, so that a captured tree and the live host report the same.
 *
 * <p>Nothing outside the root is ever read: a link that leads out of it counts as absent.
 */
final class SysFiles {
  /** Kernel attributes are at most a page; VPD pages at most 64 KiB. More is not an attribute. */
  private static final int MAX_ATTRIBUTE = 64 << 10;

  /** Hosts with many containers have thousands of mounts. */
  private static final int MAX_TABLE = 32 << 20;

  private final Path root;
  private final boolean live;
  private final byte[] buffer = new byte[MAX_ATTRIBUTE + 1];

  /**
   * @throws IOException where there is no such directory
   */
  SysFiles(Path root) throws IOException {
    this.root = root.toRealPath();
    this.live = this.root.getNameCount() == 0;
  }

  /** Whether this is the running system and not a captured tree. */
  boolean isLive() {
    return live;
  }

  /** An attribute's text without blanks around it. */
  Reading<String> text(String path) {
    return read(path, MAX_ATTRIBUTE, StandardCharsets.ISO_8859_1).map(shown(path), String::strip);
  }

  /** The lines of a table such as {@code /proc/self/mountinfo}. */
  Reading<List<String>> lines(String path) {
    return read(path, MAX_TABLE, StandardCharsets.UTF_8).map(shown(path), SysFiles::split);
  }

  /** A file's bytes, one char each. */
  Reading<String> raw(String path) {
    return read(path, MAX_ATTRIBUTE, StandardCharsets.ISO_8859_1);
  }

  /** A big file's bytes, one char each. */
  Reading<String> rawTable(String path) {
    return read(path, MAX_TABLE, StandardCharsets.ISO_8859_1);
  }

  /** The names in a directory, sorted. */
  Reading<List<String>> names(String directory) {
    List<String> names = new ArrayList<>();
    Optional<String> real = real(directory);
    if (real.isEmpty()) {
      return Reading.absent(shown(directory));
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(real.get()))) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (NoSuchFileException | NotDirectoryException gone) {
      return Reading.absent(shown(directory));
    } catch (IOException failure) {
      return Reading.unreadable(shown(directory), Errno.of(failure));
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
  List<String> namesOrNone(String directory) throws IOException {
    Reading<List<String>> names = names(directory);
    if (names instanceof Reading.Unreadable<List<String>> failed) {
      throw new IOException(failed.path() + " cannot be listed: " + failed.errno());
    }
    return names.toOptional().orElse(List.of());
  }

  boolean exists(String path) {
    return Files.exists(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether a directory itself, not a link to one, is there. */
  boolean isDirectory(String path) {
    return Files.isDirectory(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  boolean isFile(String path) {
    return Files.isRegularFile(root.resolve(path), LinkOption.NOFOLLOW_LINKS);
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
  Optional<String> linkedName(String path) {
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
    try {
      return Reading.known(read(root.resolve(path), limit, charset));
    } catch (NoSuchFileException absent) {
      return Reading.absent(shown(path));
    } catch (IOException failure) {
      String errno = Errno.of(failure);
      return errno.equals("ENOTDIR")
          ? Reading.absent(shown(path))
          : Reading.unreadable(shown(path), errno);
    }
  }

  private String read(Path file, int limit, Charset charset) throws IOException {
    // A directory of a captured tree may be a link out of it: checked here, and a file may not be
    // a link at all, so that a forged tree cannot make us show this machine's files as its own.
    if (!live) {
      Path directory = file.getParent();
      if (directory == null || !directory.toRealPath().startsWith(root)) {
        throw new NoSuchFileException(file.toString());
      }
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = buffer;
      int length = 0;
      for (int n = in.read(bytes, 0, bytes.length); n > 0; ) {
        length += n;
        if (length > limit) {
          throw new IOException("EFBIG");
        }
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * length);
        }
        n = in.read(bytes, length, bytes.length - length);
      }
      return new String(bytes, 0, length, charset);
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
