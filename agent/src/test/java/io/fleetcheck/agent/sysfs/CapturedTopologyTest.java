package io.fleetcheck.agent.sysfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real and lab hosts, as expected.tsv beside their captures describes them. */
class CapturedTopologyTest {
  @TempDir static Path temporary;

  @ParameterizedTest
  @ValueSource(strings = {"lab-5.10", "lab-6.12"})
  void everyDiskOfTheLabIsThereOnceWithItsDriver(String name) throws IOException {
    Topology topology = read(name);
    Map<String, String> drivers = new LinkedHashMap<>();
    for (Topology.Disk disk : topology.disks()) {
      drivers.put(disk.name(), driver(topology, node(topology, disk.paths().get(0))));
    }
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("nvme0n1", "NVME");
    expected.put("sda", "virtio_scsi");
    expected.put("sdb", "virtio_scsi");
    expected.put("sdc", "megaraid_sas");
    expected.put("sdd", "vmw_pvscsi");
    expected.put("sde", "sym53c8xx");
    expected.put("sdf", "ahci");
    expected.put("sdg", "uas");
    expected.put("mpatha", "scsi_debug");
    expected.put("vda", "VIRTIO");
    expected.put("vdb", "VIRTIO");
    assertEquals(expected, drivers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lab-5.10", "lab-6.12"})
  void twoPathsUnderAMapAreOneDiskWithEverythingAbove(String name) throws IOException {
    Topology topology = read(name);
    Topology.Disk disk = disk(topology, "mpatha");
    assertEquals(new DiskId(DiskId.Kind.NAA, "naa.33333330000007d0"), disk.id());
    assertEquals(List.of("sdh", "sdi"), disk.paths());
    assertEquals(
        List.of("sdh", "sdi", "dm-0", "dm-1"),
        topology.stack(disk).stream().map(BlockNode::name).toList());
    assertEquals(
        Reading.known("vg0-root"), node(topology, "dm-1").deviceMapper().orElseThrow().name());
    assertEquals(33550336L, limit(node(topology, "dm-1")));
  }

  @Test
  void limitsOfTheLabAreReadAsTheKernelHasThem() throws IOException {
    Topology topology = read("lab-6.12");
    assertEquals(4194296L, maxWriteSame(topology, "sda"));
    assertEquals(2147479552L, limit(node(topology, "sda")));
    assertEquals(0L, maxWriteSame(topology, "sdf"));
    assertEquals(0L, limit(node(topology, "sdf")));
    assertEquals(65528L, maxWriteSame(topology, "sdh"));
    ScsiDisk sdf = node(topology, "sdf").scsi().orElseThrow();
    assertEquals(Reading.known("S6"), sdf.serial());
    // t10 designators are vendor, model and serial again: no name in the world.
    assertEquals(
        new DiskId(DiskId.Kind.SERIAL, "ATA/QEMU HARDDISK/S6"), disk(topology, "sdf").id());
    assertEquals("6.12.117+deb13-amd64", topology.host().kernel().toOptional().orElseThrow());
    Hba fusion = topology.hba(2).orElseThrow();
    assertEquals(Reading.known("QEMU MPT Fusion"), fusion.model());
    assertEquals(Reading.known("01.50.146.00"), fusion.firmware());
    assertEquals(Reading.known("0000:00:04.0"), fusion.pciAddress());
  }

  @Test
  void mdIsMadeOfItsMembers() throws IOException {
    Topology topology = read("lab-6.12");
    BlockNode md = node(topology, "md0");
    assertEquals(List.of("vda", "vdb"), md.below());
    assertEquals(
        new BlockNode.Md(
            Reading.known("raid1"),
            Reading.known("clean"),
            Reading.known("0"),
            Reading.known("0"),
            List.of()),
        md.md().orElseThrow());
  }

  @Test
  void aTreeOfDevicesAloneShowsItsFourDisks() throws IOException {
    Topology topology = read("four-sas-disks");
    Map<String, Long> limits = new LinkedHashMap<>();
    for (Topology.Disk disk : topology.disks()) {
      ScsiDisk scsi = node(topology, disk.paths().get(0)).scsi().orElseThrow();
      limits.put(scsi.hctl(), scsi.maxWriteSameBlocks().toOptional().orElseThrow());
      assertEquals("mpt3sas", driver(topology, node(topology, disk.paths().get(0))));
      assertEquals(DiskId.Kind.NAA, disk.id().kind());
      boolean ata = scsi.vendor().equals(Reading.known("ATA"));
      assertEquals(ata, scsi.vpdPages().getOrDefault("89", Reading.absent("")).isKnown());
      assertTrue(
          node(topology, disk.name()).queueNumber("write_zeroes_max_bytes")
              instanceof Reading.Absent<Long>);
    }
    assertEquals(
        Map.of("11:0:0:0", 65528L, "11:0:7:0", 0L, "11:0:8:0", 65535L, "11:0:9:0", 0L), limits);
    Hba hba = topology.hba(11).orElseThrow();
    assertEquals(Reading.known("1000:00ab 1000:3040"), hba.pciId());
    assertEquals(Reading.known("HBA 9400-8i8e"), hba.model());
    assertEquals(Reading.known("03.00.04.00"), hba.firmware());
  }

  /** The pages of this capture went through a text file: every byte over 127 is lost. */
  @Test
  void damagedPagesAreUnreadableAndNotEmpty() throws IOException {
    Topology topology = read("four-sas-disks");
    Reading<String> serial = node(topology, "sdw").scsi().orElseThrow().serial();
    assertTrue(serial instanceof Reading.Unreadable<String> u && u.errno().equals("EINVAL"));
  }

  @Test
  void dumpsOfLsblkAreRead() throws IOException {
    Topology topology = read("lsblk-simple-lvm");
    assertEquals(
        List.of("nvme0n1", "sda", "sdb"),
        topology.disks().stream().map(Topology.Disk::name).toList());
    assertEquals(
        List.of("/", "/boot", "/boot/efi"),
        topology.mounts(disk(topology, "sda")).stream().map(Mount::path).toList());
    assertEquals(List.of("loop0", "loop1", "loop2", "loop3"), node(topology, "dm-0").below());
    assertEquals("/tmp/foo.4059-0.img", node(topology, "loop0").loopFile().orElseThrow());
    assertEquals(1048576L, node(topology, "sda1").startBytes());
    // The kernel of that day put t10 first; page 83 has a registered name all the same.
    assertEquals(new DiskId(DiskId.Kind.NAA, "naa.50026b724b09a1ff"), disk(topology, "sda").id());
  }

  @Test
  void anNvmeNameMadeOfASerialIsNoNameInTheWorld() throws IOException {
    Topology topology = read("lsblk-simple-nvme");
    assertEquals(
        new DiskId(DiskId.Kind.SERIAL, "nvme/KINGSTON SKC1000240G/50026B728203601D/1"),
        disk(topology, "nvme0n1").id());
  }

  private static Topology read(String name) throws IOException {
    return TopologyReader.read(
        SharedCaptures.unpack(name, temporary.resolve(name)), DeviceMapperTables.none());
  }

  private static String driver(Topology topology, BlockNode node) {
    return node.scsi()
        .map(scsi -> topology.hba(scsi.hba()).orElseThrow().driver().toOptional().orElse("unknown"))
        .orElse(node.kind().name());
  }

  private static BlockNode node(Topology topology, String name) {
    return topology.node(name).orElseThrow(() -> new AssertionError("no node " + name));
  }

  private static Topology.Disk disk(Topology topology, String name) {
    return topology.disks().stream()
        .filter(disk -> disk.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no disk " + name));
  }

  private static long limit(BlockNode node) {
    return node.queueNumber("write_zeroes_max_bytes").toOptional().orElseThrow();
  }

  private static long maxWriteSame(Topology topology, String name) {
    return node(topology, name)
        .scsi()
        .orElseThrow()
        .maxWriteSameBlocks()
        .toOptional()
        .orElseThrow();
  }
}
