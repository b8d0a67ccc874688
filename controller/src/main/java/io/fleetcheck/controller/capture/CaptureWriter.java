package io.fleetcheck.controller.capture;

import com.github.luben.zstd.ZstdOutputStream;
import io.fleetcheck.agent.wire.Event;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Writes a captured tree as a zstd-compressed tar archive with one directory at its top. */
public final class CaptureWriter {
  /** So that unpacking by hand does not litter the current directory. */
  private static final String TOP = "capture/";

  private CaptureWriter() {}

  /**
   * Writes the archive whole or not at all: a file of that name is replaced only by a complete one.
   * Only its owner may read it.
   *
   * @param time of the capture, stamped on every entry
   * @throws IOException with one line that names the file and the reason; nothing is left behind
   */
  public static void write(Path target, List<Event.Captured> entries, Instant time)
      throws IOException {
    Path absolute = target.toAbsolutePath();
    Path directory = absolute.getParent();
    if (directory == null || Files.isDirectory(absolute)) {
      throw new IOException("cannot write " + target + ": it is a directory");
    }
    try {
      // Created for its owner alone.
      Path part = Files.createTempFile(directory, "." + absolute.getFileName(), ".part");
      try {
        writeTo(part, entries, time);
        Files.move(part, absolute, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException failure) {
      throw new IOException("cannot write " + target + ": " + reason(failure), failure);
    }
  }

  static void writeTo(Path part, List<Event.Captured> entries, Instant time) throws IOException {
    OutputStream file = new BufferedOutputStream(Files.newOutputStream(part));
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new ZstdOutputStream(file), StandardCharsets.UTF_8.name())) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setAddPaxHeadersForNonAsciiNames(true);
      for (Event.Captured entry : entries) {
        add(tar, entry, time);
      }
    }
    try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static void add(TarArchiveOutputStream tar, Event.Captured entry, Instant time)
      throws IOException {
    if (entry.path().startsWith("/") || List.of(entry.path().split("/", -1)).contains("..")) {
      throw new IOException("the agent sent an entry that is not below its root");
    }
    String name = TOP + entry.path();
    byte[] content = new byte[0];
    TarArchiveEntry header =
        switch (entry.entry()) {
          case FILE -> {
            content = entry.content().getBytes(StandardCharsets.ISO_8859_1);
            yield new TarArchiveEntry(name);
          }
          case DIRECTORY -> new TarArchiveEntry(name + "/");
          case LINK -> {
            TarArchiveEntry link = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
            link.setLinkName(entry.content());
            yield link;
          }
        };
    header.setSize(content.length);
    header.setModTime(time.toEpochMilli());
    tar.putArchiveEntry(header);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  static String reason(IOException failure) {
    String text = failure instanceof FileSystemException named ? named.getReason() : null;
    if (text == null) {
      text = String.valueOf(failure.getMessage());
    }
    return failure.getClass().getSimpleName().equals("NoSuchFileException")
        ? "the directory does not exist"
        : text;
  }
}
