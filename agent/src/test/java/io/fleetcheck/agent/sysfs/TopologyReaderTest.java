package io.fleetcheck.agent.sysfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyReaderTest {
  private static final String LIMIT = "/scsi_disk/0:0:0:0/max_write_same_blocks";

  private static final Reading<String> ONE = Reading.known("1");

  @TempDir Path temporary;
  private Tree tree;

  @BeforeEach
  void tree() {
    tree = new Tree(temporary);
  }

  @Test
  void aScsiDiskHasItsFactsAndItsPartitionsShareTheQueue() throws IOException {
    String device = tree.scsi("sda", "8:0", "0:0:0:0");
    tree.partition(device + "/block/sda", "sda1", "8:1", 2048);
    Topology topology = tree.read();
    BlockNode disk = node(topology, "sda");
    BlockNode partition = node(topology, "sda1");
    assertEquals(BlockNode.Kind.PARTITION, partition.kind());
    assertEquals(List.of("sda"), partition.below());
    assertEquals(2048L * 512, partition.startBytes());
    assertEquals(disk.queue(), partition.queue());
    assertEquals(Reading.known(33553920L), disk.queueNumber("write_zeroes_max_bytes"));
    assertEquals(Reading.known("none [mq-deadline]"), disk.queue().get("scheduler"));
    assertEquals(Reading.known("LUN-HDD"), disk.scsi().orElseThrow().model());
    assertEquals(Reading.known(65535L), disk.scsi().orElseThrow().maxWriteSameBlocks());
    assertEquals(Reading.known(2048L * 512), disk.sizeBytes());
  }

  @Test
  void whatIsThereAndCannotBeReadIsNotAbsent() throws IOException {
    String device = tree.scsi("sda", "8:0", "0:0:0:0");
    Files.delete(temporary.resolve(device + LIMIT));
    tree.directory(device + LIMIT);
    assertEquals(Reading.unreadable("/" + device + LIMIT, "EISDIR"), scsiLimit(tree.read()));
  }

  @Test
  void whatOnlyRootMayReadIsUnreadableToOthers() throws IOException {
    Path limit = temporary.resolve(tree.scsi("sda", "8:0", "0:0:0:0") + LIMIT);
    Files.setPosixFilePermissions(limit, PosixFilePermissions.fromString("-wx------"));
    if (Files.isReadable(limit)) {
      String why = "SKIPPED: root may read every file";
      System.err.println(why);
      Assumptions.abort(why);
    }
    assertTrue(
        scsiLimit(tree.read()) instanceof Reading.Unreadable<Long> u && u.errno().equals("EACCES"));
  }

  @Test
  void aNumberThatIsNoneIsUnreadable() throws IOException {
    String device = tree.scsi("sda", "8:0", "0:0:0:0");
    tree.file(device + LIMIT, "many");
    assertTrue(
        scsiLimit(tree.read()) instanceof Reading.Unreadable<Long> u && u.errno().equals("EINVAL"));
  }

  @Test
  void aFileLongerThanAnyAttributeIsUnreadable() throws IOException {
    String device = tree.scsi("sda", "8:0", "0:0:0:0");
    tree.file(device + "/state", "x".repeat(70_000));
    assertTrue(
        node(tree.read(), "sda").scsi().orElseThrow().device().get("state")
                instanceof Reading.Unreadable<String> u
            && u.errno().equals("EFBIG"));
  }

  @Test
  void theDriverIsTheOneBoundAboveTheHost() throws IOException {
    tree.scsi("sda", "8:0", "0:0:0:0");
    tree.link("sys/devices/pci0000:00/0000:00:02.0/driver", "../../../bus/pci/drivers/mpt3sas");
    tree.file("sys/devices/pci0000:00/0000:00:02.0/vendor", "0x1000");
    tree.file("sys/devices/pci0000:00/0000:00:02.0/device", "0x0097");
    Hba hba = tree.read().hba(0).orElseThrow();
    assertEquals(Reading.known("mpt3sas"), hba.driver());
    assertEquals(Reading.known("0000:00:02.0"), hba.pciAddress());
    assertEquals(Reading.known("1000:0097"), hba.pciId());
  }

  @Test
  void withoutALinkTheHostsOwnNameIsTaken() throws IOException {
    tree.scsi("sda", "8:0", "0:0:0:0");
    assertEquals(Reading.known("acme"), tree.read().hba(0).orElseThrow().driver());
  }

  @Test
  void aNameThatReadsNullIsNoName() throws IOException {
    String device = tree.scsi("sda", "8:0", "0:0:0:0");
    String host = SysFiles.parent(SysFiles.parent(device));
    tree.file(host + "/scsi_host/host0/proc_name", "(null)");
    assertTrue(tree.read().hba(0).orElseThrow().driver() instanceof Reading.Absent<String>);
  }

  @Test
  void aHostOnTopOfANetworkCardHasADriverOfItsOwn() throws IOException {
    tree.scsi("sda", "8:0", "0:0:0:0");
    tree.link("sys/devices/pci0000:00/0000:00:02.0/driver", "../../../bus/pci/drivers/cxgb4");
    tree.directory("sys/devices/pci0000:00/0000:00:02.0/net");
    assertEquals(Reading.known("acme"), tree.read().hba(0).orElseThrow().driver());
  }

  @Test
  void aCryptOnLvmOnMdStandsOnItsDisks() throws IOException {
    String sda = tree.scsi("sda", "8:0", "0:0:0:0");
    tree.partition(sda + "/block/sda", "sda1", "8:1", 2048);
    String md = tree.virtual("md127", "9:127", "sda1");
    tree.file(md + "/md/level", "raid1").file(md + "/md/array_state", "clean");
    tree.file(md + "/md/chunk_size", "0");
    tree.file(tree.virtual("dm-10", "253:10", "md127") + "/dm/name", "vg-lv");
    tree.file(tree.virtual("dm-2", "253:2", "dm-10") + "/dm/name", "luks");
    tree.file("fleetcheck/dm-tables", "253:10 0 2048 linear 9:127 2048\n253:2 ! EPERM /x");
    Topology topology = tree.read();
    assertEquals(
        List.of("sda", "sda1", "md127", "dm-10", "dm-2"),
        topology.stack(topology.disks().get(0)).stream().map(BlockNode::name).toList());
    assertEquals(
        Reading.known(List.of(new BlockNode.Target(0, 2048, "linear", "9:127 2048"))),
        node(topology, "dm-10").deviceMapper().orElseThrow().table());
    assertEquals(
        Reading.unreadable("/x", "EPERM"),
        node(topology, "dm-2").deviceMapper().orElseThrow().table());
    assertEquals(Reading.known("raid1"), node(topology, "md127").md().orElseThrow().level());
  }

  @Test
  void holdersTellWhereSlavesAreMissing() throws IOException {
    String sda = tree.scsi("sda", "8:0", "0:0:0:0");
    String dm = tree.virtual("dm-0", "253:0");
    Files.delete(temporary.resolve(dm + "/slaves"));
    tree.link(sda + "/block/sda/holders/dm-0", "../../../../../../../../virtual/block/dm-0");
    assertEquals(List.of("sda"), node(tree.read(), "dm-0").below());
  }

  @Test
  void aSlashInANameIsShownAsSuch() throws IOException {
    tree.scsi("cciss!c0d0", "104:0", "0:0:0:0");
    tree.file("proc/self/mountinfo", "1 0 104:0 / /srv rw - xfs /dev/cciss/c0d0 rw");
    Topology topology = tree.read();
    assertEquals("cciss/c0d0", topology.disks().get(0).name());
    assertEquals("/srv", topology.mounts(topology.disks().get(0)).get(0).path());
    assertTrue(settings(topology).values().containsKey("block/cciss!c0d0/queue/nomerges"));
  }

  @Test
  void settingsAreThoseOfTheWholeStackReadAnew() throws IOException {
    tree.scsi("sda", "8:0", "0:0:0:0");
    tree.virtual("dm-0", "253:0", "sda");
    Topology topology = tree.read();
    tree.file("sys/class/scsi_disk/0:0:0:0/max_write_same_blocks", "0");
    Settings settings = settings(topology);
    assertEquals(
        Reading.known("0"), settings.values().get("class/scsi_disk/0:0:0:0/max_write_same_blocks"));
    assertEquals(
        Reading.known("33553920"),
        settings.values().get("block/dm-0/queue/write_zeroes_max_bytes"));
    assertEquals(2 * 3 + 3, settings.values().size());
  }

  @Test
  void theLoadIsWhatTheKernelCounts() throws IOException {
    tree.scsi("sda", "8:0", "0:0:0:0");
    assertEquals(Reading.known(new NodeLoad(5, 1234)), NodeLoad.read(temporary, "sda"));
    assertTrue(NodeLoad.read(temporary, "sdb") instanceof Reading.Absent<NodeLoad>);
    tree.file("sys/block/sda/stat", "1 2 3");
    assertTrue(NodeLoad.read(temporary, "sda") instanceof Reading.Unreadable<NodeLoad>);
  }

  @Test
  void linksUnderDevAreThoseThatLeadHere() throws IOException {
    tree.scsi("sda", "8:0", "0:0:0:0");
    tree.link("dev/disk/by-id/wwn-0x5000", "../../sda");
    tree.link("dev/disk/by-id/gone", "../../sdz");
    assertEquals(List.of("/dev/disk/by-id/wwn-0x5000"), node(tree.read(), "sda").links());
  }

  @Test
  void aTreeWithoutSysfsIsNoTree() {
    Path empty = temporary.resolve("dev");
    tree.directory("dev");
    IOException refused =
        assertThrows(
            IOException.class, () -> TopologyReader.read(empty, DeviceMapperTables.none()));
    assertEquals(
        "there is no directory sys below the root: nothing can be known", refused.getMessage());
  }

  /** A forged tree must not make us show this machine's files as its own. */
  @Test
  void linksOutOfTheRootLeadNowhere() throws IOException {
    Path outside = Files.createDirectories(temporary.resolve("outside"));
    Files.writeString(outside.resolve("vendor"), "SECRET\n");
    Tree forged = new Tree(temporary.resolve("host"));
    String device = forged.scsi("sda", "8:0", "0:0:0:0");
    Files.delete(forged.root().resolve(device + "/vendor"));
    forged.link(device + "/vendor", outside + "/vendor");
    forged.link("sys/class/block/sdb", outside.toString());
    forged.link("etc", outside.toString());
    Topology topology = forged.read();
    assertFalse(topology.toString().contains("SECRET"));
    assertEquals(List.of("sda"), topology.nodes().stream().map(BlockNode::name).toList());
  }

  /** The machine that runs the tests; every one has a kernel, few have SCSI. */
  @Test
  void thisMachineIsRead() throws IOException {
    if (!Files.isDirectory(Path.of("/sys/class/block"))) {
      String why = "SKIPPED: this machine shows no /sys/class/block";
      System.err.println(why);
      Assumptions.abort(why);
    }
    List<String> before = shownByTheKernel();
    Topology topology = TopologyReader.read(Path.of("/"), DeviceMapperTables.none());
    assertTrue(topology.host().pageSize() >= 4096);
    assertTrue(topology.host().kernel().isKnown());
    List<String> lasting = new ArrayList<>(before);
    lasting.retainAll(shownByTheKernel());
    lasting.removeAll(topology.nodes().stream().map(BlockNode::name).toList());
    assertEquals(List.of(), lasting);
  }

  private static List<String> shownByTheKernel() throws IOException {
    SysFiles files = new SysFiles(Path.of("/"));
    return files.namesOrNone("sys/class/block").stream()
        .filter(name -> !files.text("sys/class/block/" + name + "/hidden").equals(ONE))
        .map(NodeNames::ofSysfs)
        .toList();
  }

  private Settings settings(Topology topology) throws IOException {
    return SettingsReader.read(temporary, topology, topology.disks().get(0));
  }

  private static Reading<Long> scsiLimit(Topology topology) {
    return node(topology, "sda").scsi().orElseThrow().maxWriteSameBlocks();
  }

  private static BlockNode node(Topology topology, String name) {
    return topology.node(name).orElseThrow(() -> new AssertionError("no node " + name));
  }

  @Test
  void membersOfRaid0AreTold() throws IOException {
    tree.virtual("loop0", "7:0");
    String md = tree.virtual("md0", "9:0", "loop0") + "/md";
    tree.file(md + "/level", "raid0").file(md + "/layout", "2").file(md + "/chunk_size", "65536");
    String member = md + "/dev-loop0";
    tree.file(member + "/slot", "0").file(member + "/offset", "2048").file(member + "/size", "64");
    BlockNode.Md read = node(tree.read(), "md0").md().orElseThrow();
    assertEquals(Reading.known("2"), read.layout());
    assertEquals(
        List.of(
            new BlockNode.Member(
                "loop0", Reading.known("0"), Reading.known("2048"), Reading.known("64"))),
        read.members());
  }
}
