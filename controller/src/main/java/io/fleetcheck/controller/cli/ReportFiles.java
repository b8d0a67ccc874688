package io.fleetcheck.controller.cli;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import io.fleetcheck.controller.report.Report;
import io.fleetcheck.controller.run.AuditResult;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Reports into files: whole or not at all. */
final class ReportFiles {
  private ReportFiles() {}

  /**
   * Writes beside the file and renames, so that a reader never sees half a report, and an older one
   * stays where this one fails. A pipe or device is written to as it is, and a link's target is
   * replaced, not the link.
   *
   * @throws IOException where it cannot be written; nothing of it is left then
   */
  static void write(Report report, AuditResult result, Path target) throws IOException {
    Path file = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      try (Writer out = Files.newBufferedWriter(file, WRITE)) {
        report.write(result, out);
      }
      return;
    }
    Path temporary = file.resolveSibling("." + file.getFileName() + "." + result.id() + ".tmp");
    try {
      writeAndSync(report, result, temporary);
      if (Files.exists(file)) {
        Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(file));
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void writeAndSync(Report report, AuditResult result, Path file)
      throws IOException {
    try (FileChannel channel = FileChannel.open(file, CREATE_NEW, WRITE);
        Writer out =
            new OutputStreamWriter(Channels.newOutputStream(channel), StandardCharsets.UTF_8)) {
      report.write(result, out);
      out.flush();
      channel.force(true);
    }
  }
}
