package io.fleetcheck.controller.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.sysfs.TopologyReader;
import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.playbooks.Thresholds;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real hosts' trees, read as the agent reads them, against the list of right answers. */
class CapturedVerdictsTest {
  private static final Path CASES =
      Path.of(
              System.getProperty(
                  "fleetcheck.shared", System.getProperty("user.dir") + "/../../shared"))
          .resolve("cases/sysfs")
          .normalize();

  @TempDir Path temporary;

  private final Map<String, Map<String, Verdict>> verdicts = new LinkedHashMap<>();

  /** A line of the list: in these captures these disks have this level and code. */
  private record Expected(List<String> captures, List<String> disks, String level, String code) {
    static Expected of(String line) {
      String[] columns = line.split("\t", -1);
      return new Expected(
          List.of(columns[0].split(", ", -1)),
          List.of(columns[1].split(" ", -1)),
          columns[2],
          columns[3]);
    }
  }

  @Test
  void everyDiskHasTheLevelAndCodeOfTheList() throws IOException {
    Path list = CASES.resolve("expected.tsv");
    if (!Files.exists(list)) {
      String why = "SKIPPED: no list of expected verdicts " + list;
      System.err.println(why);
      Assumptions.abort(why);
    }
    List<String> lines = Files.readAllLines(list);
    int judged = 0;
    for (String line : lines.subList(1, lines.size())) {
      Expected expected = Expected.of(line);
      for (String capture : expected.captures()) {
        for (String disk : expected.disks()) {
          Verdict verdict = verdict(capture, disk);
          // The list leaves the level of disks outside SCSI open; the table of codes says ok.
          String level = expected.level().equals("-") ? "ok" : expected.level();
          assertEquals(
              level + " " + expected.code(),
              verdict.level().text() + " " + verdict.code(),
              capture + " " + disk);
          assertEquals(
              capture.equals("four-sas-disks"),
              verdict.also().contains("queue_limit_absent"),
              capture + " " + disk);
          judged++;
        }
      }
    }
    assertEquals(26, judged);
  }

  private Verdict verdict(String capture, String disk) throws IOException {
    Map<String, Verdict> known = verdicts.get(capture);
    if (known == null) {
      known = judge(capture);
      verdicts.put(capture, known);
    }
    Verdict verdict = known.get(disk);
    if (verdict == null) {
      throw new AssertionError(capture + " lacks " + disk + ": " + known.keySet());
    }
    return verdict;
  }

  /** By name and by H:C:T:L. */
  private Map<String, Verdict> judge(String capture) throws IOException {
    Path root = unpack(capture);
    Topology topology = TopologyReader.read(root, number -> Reading.absent("/dev/mapper/control"));
    List<Verdict> all = new Judge(Thresholds.DEFAULT).judge(topology, Map.of());
    Map<String, Verdict> byName = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      Topology.Disk disk = topology.disks().get(i);
      byName.put(disk.name(), all.get(i));
      for (String path : disk.paths()) {
        for (String hctl :
            topology.node(path).flatMap(BlockNode::scsi).stream().map(ScsiDisk::hctl).toList()) {
          byName.put(hctl, all.get(i));
        }
      }
    }
    return byName;
  }

  private Path unpack(String capture) throws IOException {
    Path into = temporary.resolve(capture);
    try (InputStream file =
            new BufferedInputStream(Files.newInputStream(CASES.resolve(capture + ".tar.xz")));
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(file))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = into.resolve(entry.getName()).normalize();
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.resolveSibling(""));
          if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
          } else {
            Files.copy(tar, path);
          }
        }
      }
    }
    Path inner = into.resolve(capture);
    return Files.isDirectory(inner) ? inner : into;
  }
}
