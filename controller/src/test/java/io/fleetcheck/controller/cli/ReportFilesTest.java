package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.report.Report;
import io.fleetcheck.controller.report.SampleRun;
import io.fleetcheck.controller.run.AuditResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {
  private static final AuditResult RESULT = SampleRun.clean();

  @TempDir Path directory;

  @Test
  void failureKeepsTheOlderReportAndLeavesNothing() throws IOException {
    Path file = Files.writeString(directory.resolve("run.json"), "older");
    Report failing =
        report(
            out -> {
              out.write("half a rep");
              throw new IOException("no space");
            });
    assertThrows(IOException.class, () -> ReportFiles.write(failing, RESULT, file));
    assertEquals("older", Files.readString(file));
    assertEquals(List.of(file), entries());
  }

  @Test
  void replacesTheTargetOfALinkAndKeepsItsPermissions() throws IOException {
    Path file = Files.writeString(directory.resolve("run.json"), "older");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    Path link = Files.createSymbolicLink(directory.resolve("latest.json"), file);
    ReportFiles.write(report(out -> out.write("newer")), RESULT, link);
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("newer", Files.readString(file));
    assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(List.of(link, file), entries());
  }

  private interface Body {
    void write(Writer out) throws IOException;
  }

  private static Report report(Body body) {
    return new Report() {
      @Override
      public String name() {
        return "test";
      }

      @Override
      public void write(AuditResult result, Writer out) throws IOException {
        body.write(out);
      }
    };
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }
}
