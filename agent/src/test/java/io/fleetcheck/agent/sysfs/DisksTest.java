package io.fleetcheck.agent.sysfs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which nodes count as disks, under which keys, and which are paths to one. */
class DisksTest {
  private static final String NAA = "008300100103000860014051234567890000000000000000";
  private static final DiskId KEY = new DiskId(DiskId.Kind.NAA, "naa.6001405123456789");

  @TempDir Path temporary;
  private Tree tree;

  @BeforeEach
  void tree() {
    tree = new Tree(temporary);
  }

  @Test
  void equalNamesWithoutAMapAreOneDisk() throws IOException {
    tree.page(tree.scsi("sda", "8:0", "0:0:0:0") + "/vpd_pg83", NAA);
    tree.page(tree.scsi("sdb", "8:16", "1:0:0:0") + "/vpd_pg83", NAA);
    assertEquals(List.of(new Topology.Disk(KEY, "sda", List.of("sda", "sdb"))), disks());
  }

  @Test
  void aPathThatTheMapHasNotTakenYetBelongsToItsLun() throws IOException {
    tree.page(tree.scsi("sda", "8:0", "0:0:0:0") + "/vpd_pg83", NAA);
    tree.page(tree.scsi("sdb", "8:16", "1:0:0:0") + "/vpd_pg83", NAA);
    String map = tree.virtual("dm-0", "253:0", "sda");
    tree.file(map + "/dm/name", "mpatha").file(map + "/dm/uuid", "mpath-36001405123456789");
    assertEquals(List.of(new Topology.Disk(KEY, "mpatha", List.of("sda", "sdb"))), disks());
  }

  @Test
  void aMapUnitesPathsWithoutAnyName() throws IOException {
    tree.scsi("sda", "8:0", "0:0:0:0");
    tree.scsi("sdb", "8:16", "1:0:0:0");
    String map = tree.virtual("dm-0", "253:0", "sda", "sdb");
    tree.file(map + "/dm/name", "mpatha").file(map + "/dm/uuid", "mpath-x");
    assertEquals(
        List.of(
            new Topology.Disk(
                new DiskId(DiskId.Kind.VOLATILE, "0:0:0:0"), "mpatha", List.of("sda", "sdb"))),
        disks());
  }

  @Test
  void aNameThatTwoSerialNumbersBearNamesNeither() throws IOException {
    String sda = tree.scsi("sda", "8:0", "0:0:0:0");
    tree.page(sda + "/vpd_pg83", NAA).page(sda + "/vpd_pg80", "0080000241" + "31");
    String sdb = tree.scsi("sdb", "8:16", "1:0:0:0");
    tree.page(sdb + "/vpd_pg83", NAA).page(sdb + "/vpd_pg80", "0080000242" + "32");
    assertEquals(
        List.of(
            new DiskId(DiskId.Kind.SERIAL, "ACME/LUN-HDD/A1"),
            new DiskId(DiskId.Kind.SERIAL, "ACME/LUN-HDD/B2")),
        ids());
  }

  @Test
  void aSerialNumberThatTwoDisksBearNamesNeither() throws IOException {
    tree.page(tree.scsi("sda", "8:0", "0:0:0:0") + "/vpd_pg80", "008000024131");
    tree.page(tree.scsi("sdb", "8:16", "1:0:0:0") + "/vpd_pg80", "008000024131");
    assertEquals(
        List.of(
            new DiskId(DiskId.Kind.VOLATILE, "0:0:0:0"),
            new DiskId(DiskId.Kind.VOLATILE, "1:0:0:0")),
        ids());
  }

  @Test
  void aBlankSerialNumberIsNone() throws IOException {
    tree.page(tree.scsi("sda", "8:0", "0:0:0:0") + "/vpd_pg80", "0080000420202020");
    assertEquals(List.of(new DiskId(DiskId.Kind.VOLATILE, "0:0:0:0")), ids());
  }

  @Test
  void theWwidNamesADiskWhosePageIsDamaged() throws IOException {
    String device = tree.scsi("sda", "8:0", "0:0:0:0");
    tree.page(device + "/vpd_pg83", "00efbfbd0008").file(device + "/wwid", "naa.6001405123456789");
    assertEquals(List.of(KEY), ids());
  }

  @Test
  void kernelsWithoutWwidShowTheNameOfThePage() throws IOException {
    tree.page(tree.scsi("sda", "8:0", "0:0:0:0") + "/vpd_pg83", NAA);
    assertEquals(
        Reading.known("naa.6001405123456789"),
        tree.read().node("sda").orElseThrow().scsi().orElseThrow().wwid());
  }

  @Test
  void aNameOfZerosIsNone() throws IOException {
    String device = tree.scsi("sda", "8:0", "0:0:0:0");
    tree.page(device + "/vpd_pg83", "0083000c010300080000000000000000");
    tree.file(device + "/wwid", "naa.0000000000000000");
    assertEquals(List.of(new DiskId(DiskId.Kind.VOLATILE, "0:0:0:0")), ids());
  }

  @Test
  void aCdDriveIsListedWithItsType() throws IOException {
    String device = tree.scsi("sr0", "11:0", "2:0:0:0");
    tree.file(device + "/type", "5");
    Topology topology = tree.read();
    assertEquals(Reading.known(5), topology.node("sr0").orElseThrow().scsi().orElseThrow().type());
    assertEquals(1, topology.disks().size());
  }

  @Test
  void loopAndZramAreNoDisksOfTheirOwn() throws IOException {
    tree.file(tree.virtual("loop0", "7:0") + "/loop/backing_file", "/srv/a.img");
    tree.virtual("zram0", "252:0");
    tree.virtual("md0", "9:0");
    tree.virtual("nbd0", "43:0");
    Topology topology = tree.read();
    assertEquals(List.of("nbd0"), topology.disks().stream().map(Topology.Disk::name).toList());
    assertEquals("/srv/a.img", topology.node("loop0").orElseThrow().loopFile().orElseThrow());
    assertEquals(BlockNode.Kind.OTHER, topology.node("zram0").orElseThrow().kind());
  }

  @Test
  void anNvmeDiskIsNamedByWhatIsRegistered() throws IOException {
    String controller = "sys/devices/pci0000:00/0000:00:09.0/nvme/nvme0";
    tree.file(controller + "/nvme0n1/dev", "259:0");
    tree.file(controller + "/nvme0n1/nsid", "1");
    tree.file(controller + "/nvme0n1/wwid", "eui.0025388b710116a1");
    tree.file(controller + "/nvme0c0n2/hidden", "1");
    tree.link(controller + "/nvme0n1/device", "../../nvme0");
    tree.link(controller + "/device", "../../../0000:00:09.0");
    tree.link("sys/devices/pci0000:00/0000:00:09.0/driver", "../../../bus/pci/drivers/nvme");
    tree.link("sys/class/block/nvme0n1", "../../../" + controller + "/nvme0n1");
    tree.link("sys/class/block/nvme0c0n2", "../../../" + controller + "/nvme0c0n2");
    Topology topology = tree.read();
    assertEquals(
        List.of(
            new Topology.Disk(
                new DiskId(DiskId.Kind.EUI, "eui.0025388b710116a1"),
                "nvme0n1",
                List.of("nvme0n1"))),
        topology.disks());
    assertEquals(Reading.known("nvme"), topology.node("nvme0n1").orElseThrow().driver());
  }

  private List<Topology.Disk> disks() throws IOException {
    return tree.read().disks();
  }

  private List<DiskId> ids() throws IOException {
    return disks().stream().map(Topology.Disk::id).toList();
  }
}
