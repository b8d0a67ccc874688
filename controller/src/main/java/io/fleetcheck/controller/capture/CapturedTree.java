package io.fleetcheck.controller.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A captured tree that an agent can read: a directory as it is, or an archive unpacked for now. */
public final class CapturedTree implements Closeable {
  private final Path root;
  private final Optional<Path> temporary;
  private final Optional<Thread> cleaner;

  private CapturedTree(Path root, Optional<Path> temporary) {
    this.root = root;
    this.temporary = temporary;
    this.cleaner = temporary.map(directory -> new Thread(() -> delete(directory)));
    cleaner.ifPresent(Runtime.getRuntime()::addShutdownHook);
  }

  /**
   * @param directoryOrArchive a directory, or a tar archive, plain or compressed by zstd, xz or
   *     gzip
   * @throws IOException with one line that names the file and says what is wrong with it
   */
  public static CapturedTree open(Path directoryOrArchive) throws IOException {
    return open(directoryOrArchive, Path.of(System.getProperty("java.io.tmpdir")));
  }

  /**
   * @param space a directory to unpack below
   */
  static CapturedTree open(Path directoryOrArchive, Path space) throws IOException {
    if (Files.isDirectory(directoryOrArchive)) {
      return new CapturedTree(rootIn(directoryOrArchive, directoryOrArchive), Optional.empty());
    }
    if (!Files.exists(directoryOrArchive)) {
      throw new IOException(directoryOrArchive + " does not exist");
    }
    // Created for its owner alone.
    Path directory = Files.createTempDirectory(space, "fleetcheck-tree");
    boolean done = false;
    try {
      Unpacker.unpack(directoryOrArchive, directory);
      CapturedTree tree =
          new CapturedTree(rootIn(directory, directoryOrArchive), Optional.of(directory));
      done = true;
      return tree;
    } catch (IOException failure) {
      throw new IOException(
          "cannot unpack " + directoryOrArchive + ": " + failure.getMessage(), failure);
    } finally {
      if (!done) {
        delete(directory);
      }
    }
  }

  /** The directory that has {@code sys} in it; absolute. */
  public Path root() {
    return root;
  }

  /** Deletes what was unpacked. */
  @Override
  public void close() {
    temporary.ifPresent(CapturedTree::delete);
    try {
      cleaner.ifPresent(Runtime.getRuntime()::removeShutdownHook);
    } catch (IllegalStateException shuttingDown) {
      // The hook runs anyway, and finds nothing left to delete.
    }
  }

  /** The directory itself, or the only one in it, whichever has {@code sys}; else the directory. */
  static Path rootOf(Path directory) throws IOException {
    if (Files.isDirectory(directory.resolve("sys"))) {
      return directory;
    }
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(children::add);
    }
    boolean one = children.size() == 1 && Files.isDirectory(children.get(0).resolve("sys"));
    return one ? children.get(0) : directory;
  }

  private static Path rootIn(Path directory, Path named) throws IOException {
    Path root = rootOf(directory).toAbsolutePath().normalize();
    if (!Files.isDirectory(root.resolve("sys"))) {
      throw new IOException(named + " has no directory sys: it is no captured tree");
    }
    return root;
  }

  private static void delete(Path directory) {
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                throws IOException {
              Files.deleteIfExists(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (NoSuchFileException gone) {
      // Deleted before.
    } catch (IOException left) {
      // A directory under the system's temporary one; the system clears that in time.
    }
  }
}
