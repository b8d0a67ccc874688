package io.fleetcheck.controller.capture;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacks a tar archive that somebody else made into an empty directory: nothing is written outside
 * of it, no link leads out of it, and an archive that swells is refused.
 */
final class Unpacker {
  private static final int MAX_ENTRIES = 500_000;
  private static final long MAX_BYTES = 512L << 20;
  private static final int XZ_MEMORY_KIB = 256 << 10;

  private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
  private static final byte[] XZ = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};

  private final Path into;
  private final long maxBytes;

  /** Links are made last, so that no entry can be written through one. */
  private final Map<Path, String> links = new LinkedHashMap<>();

  private int entries;
  private long bytes;

  private Unpacker(Path into, long maxBytes) {
    this.into = into;
    this.maxBytes = maxBytes;
  }

  /**
   * @param into an empty directory
   * @throws IOException where it is no archive that we know, damaged, too big or hostile
   */
  static void unpack(Path archive, Path into) throws IOException {
    unpack(archive, into, MAX_BYTES);
  }

  static void unpack(Path archive, Path into, long maxBytes) throws IOException {
    Unpacker unpacker = new Unpacker(into, maxBytes);
    try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
        TarArchiveInputStream tar = new TarArchiveInputStream(uncompressed(file))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpacker.add(entry, tar);
      }
      if (unpacker.entries == 0) {
        throw new IOException("it is no tar archive, or an empty one");
      }
    }
    unpacker.makeLinks();
  }

  /** By the first bytes: names lie. */
  private static InputStream uncompressed(InputStream file) throws IOException {
    file.mark(XZ.length);
    byte[] start = file.readNBytes(XZ.length);
    file.reset();
    if (startsWith(start, ZSTD)) {
      return new ZstdInputStream(file);
    }
    if (startsWith(start, XZ)) {
      return new XZInputStream(file, XZ_MEMORY_KIB);
    }
    return startsWith(start, GZIP) ? new GZIPInputStream(file) : file;
  }

  private static boolean startsWith(byte[] bytes, byte[] magic) {
    return bytes.length >= magic.length
        && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
  }

  private void add(TarArchiveEntry entry, InputStream content) throws IOException {
    Path path = place(entry.getName());
    if (++entries > MAX_ENTRIES) {
      throw new IOException("it has more than " + MAX_ENTRIES + " entries");
    }
    try {
      if (entry.isDirectory()) {
        Files.createDirectories(path);
        return;
      }
      Files.createDirectories(parent(path));
      if (entry.isSymbolicLink()) {
        links.put(path, entry.getLinkName());
      } else if (entry.isLink()) {
        count(Files.size(place(entry.getLinkName())));
        Files.copy(place(entry.getLinkName()), path);
      } else if (entry.isFile()) {
        copy(content, path);
      }
    } catch (FileAlreadyExistsException twice) {
      throw new IOException("it has the entry " + entry.getName() + " twice", twice);
    }
  }

  private void copy(InputStream content, Path path) throws IOException {
    byte[] buffer = new byte[8192];
    try (OutputStream out =
        Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
        count(n);
        out.write(buffer, 0, n);
      }
    }
  }

  private void count(long more) throws IOException {
    bytes += more;
    if (bytes > maxBytes) {
      throw new IOException("it unpacks to more than " + (maxBytes >> 20) + " MiB");
    }
  }

  private Path place(String name) throws IOException {
    try {
      Path path = into.resolve(name).normalize();
      if (path.startsWith(into)) {
        return path;
      }
    } catch (InvalidPathException malformed) {
      throw new IOException("an entry has a name that cannot be a file here", malformed);
    }
    throw new IOException("the entry " + name + " would be written outside of the tree");
  }

  private void makeLinks() throws IOException {
    Path root = CapturedTree.rootOf(into);
    for (Map.Entry<Path, String> link : links.entrySet()) {
      try {
        Files.createSymbolicLink(link.getKey(), target(root, link.getKey(), link.getValue()));
      } catch (FileAlreadyExistsException twice) {
        throw new IOException(
            "it has the entry " + into.relativize(link.getKey()) + " twice", twice);
      }
    }
    for (Path link : links.keySet()) {
      if (Files.exists(link) && !link.toRealPath().startsWith(into.toRealPath())) {
        throw new IOException("the link " + into.relativize(link) + " leads out of the tree");
      }
    }
  }

  /** What is absolute on the host is below the root here. */
  private static Path target(Path root, Path link, String target) throws IOException {
    try {
      Path path = Path.of(target);
      return path.isAbsolute()
          ? parent(link).relativize(root.resolve(Path.of("/").relativize(path)))
          : path;
    } catch (InvalidPathException malformed) {
      throw new IOException("a link has a target that cannot be a file here", malformed);
    }
  }

  private static Path parent(Path path) throws IOException {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IOException("an entry has no name");
    }
    return parent;
  }
}
