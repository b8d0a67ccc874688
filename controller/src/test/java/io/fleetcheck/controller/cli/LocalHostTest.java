package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetcheck.controller.report.Schemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole command with the real agent as a process on this machine, whatever disks it has. */
class LocalHostTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<Integer> ANSWERED =
      Set.of(ExitCode.CLEAN, ExitCode.FINDINGS, ExitCode.INCOMPLETE);

  @TempDir Path directory;

  @Test
  void auditsThisMachine() throws IOException {
    Run run = audit("../inventory/examples/localhost.ini");
    JsonNode report = MAPPER.readTree(run.out());
    assertEquals(List.of(), Schemas.problems("fleetcheck.run-1", report));
    assertEquals("localhost", report.at("/hosts/0/name").asText());
    assertEquals("answered", report.at("/hosts/0/outcome").asText(), run.out());
    assertEquals(
        Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip(),
        report.at("/hosts/0/facts/kernel").asText());
    assertTrue(ANSWERED.contains(run.code()), run.err());
  }

  @Test
  void captureIsJudgedAsTheHostWas() throws IOException {
    Path archive = directory.resolve("here.tar.zst");
    Run capture =
        new Run()
            .start(
                "capture",
                "localhost",
                "-o",
                archive.toString(),
                "--serials",
                "-i",
                "../inventory/examples/localhost.ini");
    assertEquals(ExitCode.CLEAN, capture.code(), capture.err());
    assertEquals("", capture.out());
    assertTrue(capture.err().contains("serial numbers are in it"), capture.err());
    Run offline = new Run().start("audit", "--sysroot", archive.toString(), "--report=json");
    JsonNode report = MAPPER.readTree(offline.out());
    assertEquals("here", report.at("/hosts/0/name").asText());
    assertEquals(
        codes(MAPPER.readTree(audit("../inventory/examples/localhost.ini").out())), codes(report));
  }

  @Test
  void judgesACapturedHost() throws IOException {
    Path tree = shared().resolve("cases/sysfs/lab-6.12.tar.xz");
    Run run = new Run().start("audit", "--sysroot", tree.toString(), "--report=json");
    assertEquals(ExitCode.INCOMPLETE, run.code(), run.err());
    JsonNode report = MAPPER.readTree(run.out());
    assertEquals(List.of(), Schemas.problems("fleetcheck.run-1", report));
    assertEquals("lab-6.12", report.at("/hosts/0/name").asText());
    Map<String, String> codes = codes(report);
    assertEquals("armed_unmeasured", codes.get("mpatha"));
    assertEquals("driver_disabled", codes.get("sdf"));
    assertEquals("not_scsi", codes.get("nvme0n1"));
  }

  @Test
  void whatIsNoTreeIsAUsageError() throws IOException {
    Run directoryWithoutSys = new Run().start("audit", "--sysroot", directory.toString());
    assertEquals(ExitCode.USAGE, directoryWithoutSys.code());
    assertTrue(directoryWithoutSys.err().contains("no captured tree"), directoryWithoutSys.err());
    Path noArchive = Files.writeString(directory.resolve("x.tar"), "not a tar");
    assertEquals(ExitCode.USAGE, new Run().start("audit", "--sysroot", noArchive + "").code());
  }

  /** Only looks: a developer's disks are not this test's to write to. */
  private static Run audit(String inventory) {
    return new Run().start("audit", inventory, "--mode=inspect", "--report=json");
  }

  private static Map<String, String> codes(JsonNode report) {
    Map<String, String> codes = new TreeMap<>();
    report
        .at("/hosts/0/disks")
        .forEach(disk -> codes.put(disk.get("name").asText(), disk.at("/verdict/code").asText()));
    return codes;
  }

  private static Path shared() {
    Path shared = Path.of(System.getProperty("fleetcheck.shared", "../../shared"));
    String skipped = "SKIPPED: the captured hosts are not here: " + shared.toAbsolutePath();
    if (!Files.isDirectory(shared)) {
      System.err.println(skipped);
    }
    assumeTrue(Files.isDirectory(shared), skipped);
    return shared;
  }
}
