package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Adds lines to a known_hosts file, which ssh may do at the same time. */
final class KnownHostsFile {
  private KnownHostsFile() {}

  /** In one write, after a line break where the file's last line has none. */
  static void append(Path file, String line) throws IOException {
    if (file.getParent() != null && !Files.exists(file.getParent())) {
      Files.createDirectories(file.getParent(), mode("rwx------"));
    }
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
            mode("rw-------"))) {
      String start = endsAmidLine(file) ? "\n" : "";
      ByteBuffer bytes = ByteBuffer.wrap((start + line + "\n").getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  private static boolean endsAmidLine(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) == 0) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return channel.read(last, channel.size() - 1) == 1 && last.get(0) != '\n';
    }
  }

  private static FileAttribute<?> mode(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }
}
