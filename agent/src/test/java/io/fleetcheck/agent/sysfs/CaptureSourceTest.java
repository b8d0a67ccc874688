package io.fleetcheck.agent.sysfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureSourceTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir Path temporary;

  @Test
  void aCaptureOfThisMachineReadsLikeTheMachine() throws IOException {
    if (!Files.isDirectory(Path.of("/sys/class/block"))) {
      String why = "SKIPPED: this machine shows no /sys/class/block";
      System.err.println(why);
      Assumptions.abort(why);
    }
    DeviceMapperTables tables = number -> Reading.unreadable("/dev/mapper/control", "EACCES");
    // Others may attach a loop device meanwhile: only a moment at which nothing changed counts.
    for (int attempt = 0; attempt < 5; attempt++) {
      Topology before = TopologyReader.read(Path.of("/"), tables);
      List<Event.Captured> entries = CaptureSource.capture(Path.of("/"), tables, "1.0", TIME);
      if (before.equals(TopologyReader.read(Path.of("/"), tables))) {
        assertEquals(before, new Tree(temporary).entries(entries).read());
        assertTrue(Files.isRegularFile(temporary.resolve("proc/self/mountinfo")));
        return;
      }
    }
    String why = "SKIPPED: this machine's block devices change all the time";
    System.err.println(why);
    Assumptions.abort(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lab-5.10", "four-sas-disks", "lsblk-simple-lvm"})
  void aCaptureOfACaptureReadsTheSame(String name) throws IOException {
    Path original = SharedCaptures.unpack(name, temporary.resolve("original"));
    assertEquals(
        TopologyReader.read(original, DeviceMapperTables.none()), captureAndRead(original));
  }

  @Test
  void everythingThatATreeCanHaveSurvives() throws IOException {
    Tree tree = new Tree(temporary.resolve("original"));
    String sda = tree.scsi("sda", "8:0", "0:0:0:0");
    tree.page(sda + "/vpd_pg83", "0083000c0103000860014051ff80fe00");
    tree.partition(sda + "/block/sda", "sda1", "8:1", 2048);
    tree.link("sys/devices/pci0000:00/0000:00:02.0/driver", "../../../bus/pci/drivers/mpt3sas");
    tree.file(tree.virtual("dm-0", "253:0", "sda1") + "/dm/name", "vg-lv");
    tree.virtual("md0", "9:0", "dm-0");
    tree.virtual("dm-1", "253:1");
    tree.file(
        "fleetcheck/dm-tables",
        "253:0 0 2048 linear 8:1 2048\n253:1 ! ENXIO /dev/mapper/control 253:1");
    tree.file("fleetcheck/filesystems", "253:0 1024");
    tree.file("fleetcheck/capture", "architecture s390x\npage_size 4096");
    tree.link("dev/disk/by-id/wwn-0x6001405", "../../sda");
    tree.file("proc/self/mountinfo", "1 0 253:0 / /srv/\u00e4 rw - ext4 /dev/dm-0 rw");
    tree.file("proc/fs/ext4/dm-0/options", "rw\nnodelalloc");
    tree.link("etc/os-release", "../usr/lib/os-release");
    tree.file("usr/lib/os-release", "NAME=x\nPRETTY_NAME=\"Fixture 1\"");
    tree.directory(sda + "/scsi_disk/0:0:0:0/thin_provisioning");
    Topology original = tree.read();
    assertEquals(Reading.known("Fixture 1"), original.host().operatingSystem());
    assertTrue(
        original.node("sda").orElseThrow().scsi().orElseThrow().diskAttribute("thin_provisioning")
            instanceof Reading.Unreadable<String>);
    assertEquals(original, captureAndRead(tree.root()));
  }

  @Test
  void nothingBeyondTheFactsIsTaken() throws IOException {
    Tree tree = new Tree(temporary);
    String sda = tree.scsi("sda", "8:0", "0:0:0:0");
    tree.file("etc/shadow", "root:x").file("proc/self/environ", "A=b");
    tree.file(sda + "/inquiry", "x").file("proc/cmdline", "secret");
    Set<String> seen = new HashSet<>();
    for (Event.Captured entry : capture(tree.root())) {
      assertTrue(seen.add(entry.path()), entry.path() + " twice");
      assertFalse(entry.path().startsWith("/") || entry.path().contains(".."), entry.path());
      assertFalse(
          List.of("shadow", "environ", "inquiry", "cmdline", "auxv")
              .contains(SysFiles.lastName(entry.path())),
          entry.path());
    }
  }

  @Test
  void keysAreCutOutOfTables() throws IOException {
    BlockNode.Target crypt =
        TableSecrets.target(0, 8, "crypt", "aes-xts-plain64 00112233aabb 0 8:1 32768 1 discards");
    assertEquals("aes-xts-plain64 - 0 8:1 32768 1 discards", crypt.arguments());
    BlockNode.Target integrity =
        TableSecrets.target(
            0, 8, "integrity", "8:1 0 32 J 2 internal_hash:hmac(sha256):0011 block_size:512");
    assertEquals("8:1 0 32 J 2 internal_hash:hmac(sha256):- block_size:512", integrity.arguments());
    assertEquals("8:1 2048", TableSecrets.target(0, 8, "linear", "8:1 2048").arguments());
  }

  private Topology captureAndRead(Path root) throws IOException {
    return new Tree(temporary.resolve("copy")).entries(capture(root)).read();
  }

  private static List<Event.Captured> capture(Path root) throws IOException {
    return CaptureSource.capture(root, DeviceMapperTables.none(), "1.0", TIME);
  }
}
