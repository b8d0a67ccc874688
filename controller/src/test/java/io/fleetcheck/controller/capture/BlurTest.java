package io.fleetcheck.controller.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.sysfs.CaptureSource;
import io.fleetcheck.agent.sysfs.DeviceMapperTables;
import io.fleetcheck.agent.sysfs.TopologyReader;
import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Event.Captured.Entry;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlurTest {
  private static final byte[] KEY = "not random in a test".getBytes(StandardCharsets.US_ASCII);

  /** Everything of the host below that must not be found in its blurred capture, in any case. */
  private static final List<String> SECRETS =
      List.of(
          "VJGRBU1X",
          "CA2612345",
          "cca26128b1f4",
          "26128b1f",
          "28b1f5",
          "ZCT0CQLK",
          "b32d1a9c",
          "S3EVNX0J",
          "5333455",
          "0025388b710116a1",
          "8b710116",
          "dbmaster",
          "example.org",
          "3d1219c7c4c5404aaa1f6d2a48adfda4",
          "76588194",
          "4C530001",
          "nfs1.corp",
          "WWNX77");

  private static final String HOST0 = "sys/devices/pci0000:00/0000:00:02.0/host0/target0:0:";
  private static final String NVME = "sys/devices/pci0000:00/0000:00:09.0/nvme/nvme0";

  @TempDir Path temporary;

  @Test
  void noNameIsLeftInAnyByte() throws IOException {
    List<Event.Captured> blurred = Blur.blur(host());
    for (String secret : SECRETS) {
      String lower = secret.toLowerCase(Locale.ROOT);
      assertTrue(contains(host(), lower), "the test itself lost " + secret);
      assertFalse(contains(blurred, lower), secret);
    }
    Path archive = temporary.resolve("host.tar.zst");
    CaptureWriter.write(archive, blurred, Instant.EPOCH);
    try (CapturedTree tree = CapturedTree.open(archive);
        var files = Files.walk(tree.root())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        for (String secret : SECRETS) {
          assertFalse(text.contains(secret), file + " has " + secret);
        }
      }
    }
  }

  @Test
  void aSerialNumberOfSeveralWordsIsExchangedWhole() {
    Pseudonyms pseudonyms = new Pseudonyms(KEY);
    BlurredPages pages = new BlurredPages(pseudonyms, new Names(pseudonyms));
    String model = "ATA     " + "WDC WD800JD-00MSA1".concat(" ".repeat(22));
    String blurred = pages.vendor(model + "  WD-WMAM 9XE78956  ");
    assertEquals(model, blurred.substring(0, 48));
    assertEquals("  ", blurred.substring(48, 50));
    assertFalse(blurred.contains("WMAM") || blurred.contains("9XE78956"), blurred);
    assertEquals("ACME    MODEL " + pseudonyms.ofText("X1"), pages.vendor("ACME    MODEL X1"));
  }

  @Test
  void lengthsAndKindsStay() {
    List<Event.Captured> host = host();
    List<Event.Captured> blurred = Blur.blur(host, KEY);
    assertEquals(host.size(), blurred.size());
    for (int i = 0; i < host.size(); i++) {
      if (!host.get(i).path().startsWith("proc/self/mountinfo")) {
        assertEquals(
            host.get(i).content().length(), blurred.get(i).content().length(), host.get(i).path());
      }
    }
  }

  @Test
  void twoPathsAreOneLunStillAndVendorsAreTold() throws IOException {
    Topology before = read("before", host());
    Topology after = read("after", Blur.blur(host(), KEY));
    assertEquals(
        before.disks().stream().map(Topology.Disk::paths).toList(),
        after.disks().stream().map(Topology.Disk::paths).toList());
    assertEquals(
        before.disks().stream().map(disk -> disk.id().kind()).toList(),
        after.disks().stream().map(disk -> disk.id().kind()).toList());
    assertEquals(List.of("sda", "sdb"), after.disks().get(1).paths());
    String name = after.disks().get(1).id().text();
    assertTrue(name.startsWith("naa.5000cca"), name);
    assertNotEquals("naa.5000cca26128b1f4", name);
    assertEquals(
        new DiskId(DiskId.Kind.EUI, after.disks().get(0).id().text()), after.disks().get(0).id());
    assertTrue(after.disks().get(0).id().text().startsWith("eui.002538"));
  }

  @Test
  void limitsModelsAndMountsStay() throws IOException {
    Topology before = read("before", host());
    Topology after = read("after", Blur.blur(host(), KEY));
    for (BlockNode node : before.nodes()) {
      BlockNode blurred = after.node(node.name()).orElseThrow();
      assertEquals(node.queue(), blurred.queue());
      assertEquals(node.below(), blurred.below());
      assertEquals(node.scsi().map(scsi -> scsi.model()), blurred.scsi().map(scsi -> scsi.model()));
      assertEquals(node.scsi().map(scsi -> scsi.disk()), blurred.scsi().map(scsi -> scsi.disk()));
      assertEquals(node.links().size(), blurred.links().size());
    }
    assertEquals(List.of("/srv"), after.mounts().stream().map(mount -> mount.path()).toList());
  }

  @Test
  void onlyMountsOfBlockDevicesAreKept() {
    List<String> tables =
        Blur.blur(host(), KEY).stream()
            .filter(entry -> entry.path().equals("proc/self/mountinfo"))
            .map(Event.Captured::content)
            .toList();
    assertEquals(1, tables.size());
    assertTrue(tables.get(0).startsWith("27 1 253:0 / /srv rw - ext4 /dev/mapper/3"));
    assertEquals(1, tables.get(0).lines().count());
  }

  /** The map's name is made of the LUN's, and its links, its uuid and its mount's source too. */
  @Test
  void aNameIsExchangedByTheSameEverywhere() throws IOException {
    Topology after = read("after", Blur.blur(host(), KEY));
    String digits = after.disks().get(1).id().text().substring("naa.".length());
    BlockNode map = after.node("dm-0").orElseThrow();
    BlockNode.DeviceMapper mapper = map.deviceMapper().orElseThrow();
    assertEquals("3" + digits, mapper.name().toOptional().orElseThrow());
    assertEquals("mpath-3" + digits, mapper.uuid().toOptional().orElseThrow());
    assertEquals("/dev/mapper/3" + digits, after.mounts().get(0).source());
    assertTrue(map.links().contains("/dev/mapper/3" + digits), map.links().toString());
    assertTrue(after.node("sda").orElseThrow().links().contains("/dev/disk/by-id/wwn-0x" + digits));
  }

  /** The captures beside the checkout: through the whole chain, as capture and audit go it. */
  @ParameterizedTest
  @ValueSource(strings = {"lab-6.12", "four-sas-disks"})
  void realHostsKeepTheirDisks(String name) throws IOException {
    String shared = System.getProperty("user.dir") + "/../../shared";
    Path archive =
        Path.of(System.getProperty("fleetcheck.shared", shared))
            .resolve("cases/sysfs/" + name + ".tar.xz");
    if (!Files.exists(archive)) {
      String why = "SKIPPED: no captured tree " + archive.normalize();
      System.err.println(why);
      Assumptions.abort(why);
    }
    try (CapturedTree tree = CapturedTree.open(archive)) {
      List<Event.Captured> entries =
          CaptureSource.capture(tree.root(), DeviceMapperTables.none(), "1.0", Instant.EPOCH);
      Topology before = TopologyReader.read(tree.root(), DeviceMapperTables.none());
      assertEquals(before, read("plain", entries));
      Topology after = read("blurred", Blur.blur(entries, KEY));
      assertEquals(groups(before), groups(after));
      for (Topology.Disk disk : after.disks()) {
        assertTrue(before.disks().stream().noneMatch(other -> other.id().equals(disk.id())));
      }
      assertEquals(before.hbas(), after.hbas());
    }
  }

  private static List<String> groups(Topology topology) {
    return topology.disks().stream()
        .map(disk -> disk.id().kind() + " " + disk.name() + " " + disk.paths())
        .toList();
  }

  @Test
  void anotherCaptureHasOtherNames() {
    assertNotEquals(Blur.blur(host()), Blur.blur(host()));
    assertEquals(Blur.blur(host(), KEY), Blur.blur(host(), KEY));
  }

  private Topology read(String name, List<Event.Captured> entries) throws IOException {
    Path archive = temporary.resolve(name + ".tar.zst");
    CaptureWriter.write(archive, entries, Instant.EPOCH);
    try (CapturedTree tree = CapturedTree.open(archive)) {
      return TopologyReader.read(tree.root(), DeviceMapperTables.none());
    }
  }

  private static boolean contains(List<Event.Captured> entries, String lower) {
    String hex = BlurredPages.hex(lower);
    for (Event.Captured entry : entries) {
      String content = entry.content();
      String text = (entry.path() + "\n" + content).toLowerCase(Locale.ROOT);
      if (text.contains(lower)
          || text.contains(hex)
          || text.replace(" ", "").contains(lower)
          || swapped(content).toLowerCase(Locale.ROOT).contains(lower)
          || BlurredPages.hex(content).contains(lower)
          || BlurredPages.hex(swapped(content)).contains(lower)) {
        return true;
      }
    }
    return false;
  }

  private static String swapped(String text) {
    StringBuilder swapped = new StringBuilder();
    for (int i = 0; i + 1 < text.length(); i += 2) {
      swapped.append(text.charAt(i + 1)).append(text.charAt(i));
    }
    return swapped.toString();
  }

  /** A host with a SAS disk on two paths under a map, a SATA disk behind SAS, and an NVMe disk. */
  private static List<Event.Captured> host() {
    List<Event.Captured> host = new ArrayList<>();
    String page83 =
        "00830060"
            + "01030008"
            + "5000cca26128b1f4"
            + "61930008"
            + "5000cca26128b1f5"
            + "63a80018"
            + "6e61612e"
            + BlurredPages.hex("5000CCA26128B1F7")
            + "00000000"
            + "02010020"
            + BlurredPages.hex("HITACHI HUH728080AL5200 VJGRBU1X");
    page83 = page83.replaceFirst("00830060", String.format("0083%04x", page83.length() / 2 - 4));
    for (int i = 0; i < 2; i++) {
      String device = scsi(host, i == 0 ? "sda" : "sdb", "8:" + 16 * i, i, "HITACHI ");
      file(host, device + "/vpd_pg80", "\0\u0080\0\u0010VJGRBU1X        ");
      file(host, device + "/vpd_pg83", BlurredPages.bytes(page83));
      file(host, device + "/wwid", "naa.5000cca26128b1f4\n");
      file(host, device + "/sas_address", "0x5000cca26128b1f5\n");
    }
    String ata = scsi(host, "sdc", "8:32", 2, "ATA     ");
    file(host, ata + "/vpd_pg80", "\0\u0080\0\u0014            ZCT0CQLK");
    file(host, ata + "/vpd_pg83", "damaged ZCT0CQLK");
    file(host, ata + "/wwid", "t10.ATA     ST8000DM004-2CX188                       ZCT0CQLK\n");
    String identify =
        "\0".repeat(20)
            + swapped("            ZCT0CQLK")
            + "\0".repeat(176)
            + swapped(BlurredPages.bytes("5000c500b32d1a9c"))
            + "\0".repeat(288);
    file(host, ata + "/vpd_pg89", "\0\u0089\u00028" + "x".repeat(56) + identify);
    file(host, NVME + "/nvme0n1/dev", "259:0\n");
    file(host, NVME + "/nvme0n1/eui", "00 25 38 8b 71 01 16 a1\n");
    file(host, NVME + "/nvme0n1/nsid", "1\n");
    file(
        host,
        NVME + "/nvme0n1/wwid",
        "nvme.144d-" + BlurredPages.hex("S3EVNX0J") + "-41-00000001\n");
    file(host, NVME + "/serial", "S3EVNX0J            \n");
    file(host, NVME + "/address", "traddr=nfs1.corp,trsvcid=4420\n");
    link(host, NVME + "/nvme0n1/device", "../../nvme0");
    link(host, "sys/class/block/nvme0n1", "../../../" + NVME + "/nvme0n1");
    String map = "sys/devices/virtual/block/dm-0";
    file(host, map + "/dev", "253:0\n");
    file(host, map + "/dm/name", "35000cca26128b1f4\n");
    file(host, map + "/dm/uuid", "mpath-35000cca26128b1f4\n");
    link(host, map + "/slaves/sda", "../../sda");
    link(host, map + "/slaves/sdb", "../../sdb");
    link(host, "sys/class/block/dm-0", "../../devices/virtual/block/dm-0");
    for (String name :
        List.of(
            "wwn-0x5000cca26128b1f4",
            "scsi-35000cca26128b1f4",
            "scsi-SHITACHI_HUH728080AL5200_VJGRBU1X",
            "usb-SanDisk_Ultra_4C530001-0:0",
            "nvme-Samsung_SSD_S3EVNX0J",
            "nvme-eui.0025388b710116a1",
            "acme-WWNX77-part1")) {
      boolean nvme = name.startsWith("nvme");
      link(host, "dev/disk/by-id/" + name, nvme ? "../../nvme0n1" : "../../sda");
    }
    link(host, "dev/mapper/35000cca26128b1f4", "../dm-0");
    file(
        host,
        "proc/self/mountinfo",
        """
        27 1 253:0 / /srv rw - ext4 /dev/mapper/35000cca26128b1f4 rw
        28 1 0:30 / /dev/shm rw - tmpfs tmpfs rw
        29 1 0:40 / /home rw - nfs4 nfs1.corp:/home rw,addr=10.0.0.1
        """);
    file(host, "proc/sys/kernel/hostname", "dbmaster.example.org\n");
    file(host, "sys/devices/virtual/block/loop0/loop/backing_file", "/srv/dbmaster/a.img\n");
    file(host, "etc/machine-id", "3d1219c7c4c5404aaa1f6d2a48adfda4\n");
    file(host, "proc/sys/kernel/random/boot_id", "76588194-f2a5-494d-bbe5-ff9f166d5336\n");
    link(host, "dev/disk/by-id/scsi-SACME_DISK_CA2612345", "../../sdc");
    return host;
  }

  private static String scsi(
      List<Event.Captured> host, String name, String number, int target, String vendor) {
    String hctl = "0:0:" + target + ":0";
    String device = HOST0 + target + "/" + hctl;
    file(host, device + "/type", "0\n");
    file(host, device + "/vendor", vendor + "\n");
    file(host, device + "/model", "HUH728080AL5200 \n");
    file(host, device + "/scsi_disk/" + hctl + "/max_write_same_blocks", "65535\n");
    file(host, device + "/block/" + name + "/dev", number + "\n");
    file(host, device + "/block/" + name + "/queue/write_zeroes_max_bytes", "33553920\n");
    link(host, device + "/block/" + name + "/device", "../../../" + hctl);
    link(host, "sys/class/block/" + name, "../../../" + device + "/block/" + name);
    return device;
  }

  private static void file(List<Event.Captured> host, String path, String content) {
    host.add(new Event.Captured(path, Entry.FILE, content));
  }

  private static void link(List<Event.Captured> host, String path, String target) {
    host.add(new Event.Captured(path, Entry.LINK, target));
  }
}
