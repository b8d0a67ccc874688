package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.BlockNode.Kind;
import io.fleetcheck.agent.wire.BlockNode.Target;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LayersTest {
  private final List<BlockNode> nodes = new ArrayList<>();

  private BlockNode node(
      String name,
      String number,
      Kind kind,
      long start,
      List<String> below,
      Optional<ScsiDisk> scsi,
      Reading<List<Target>> table) {
    Reading<String> text = Reading.known(name);
    BlockNode node =
        new BlockNode(
            name,
            number,
            kind,
            Reading.known(1L << 40),
            Reading.known(false),
            start,
            below,
            List.of(),
            Map.of(),
            scsi,
            kind == Kind.DEVICE_MAPPER
                ? Optional.of(new BlockNode.DeviceMapper(text, text, table))
                : Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Reading.absent("driver"),
            Map.of());
    nodes.add(node);
    return node;
  }

  private BlockNode disk(String name, String number, int type, String thin) {
    Reading<String> none = Reading.absent("none");
    ScsiDisk scsi =
        new ScsiDisk(
            "0:0:0:0",
            0,
            Reading.known(type),
            none,
            none,
            none,
            none,
            none,
            Map.of(),
            Map.of(),
            Map.of("thin_provisioning", Reading.known(thin)));
    return node(name, number, Kind.SCSI, 0, List.of(), Optional.of(scsi), Reading.absent("table"));
  }

  private BlockNode mapper(String name, List<String> below, Target... targets) {
    return node(
        name,
        "253:" + nodes.size(),
        Kind.DEVICE_MAPPER,
        0,
        below,
        Optional.empty(),
        Reading.known(List.of(targets)));
  }

  private Layers layers() {
    Reading<String> none = Reading.absent("none");
    Topology topology =
        new Topology(
            new Topology.HostFacts(none, none, none, none, none, "amd64", 4096),
            List.of(),
            nodes,
            List.of(),
            List.of(),
            List.of());
    return new Layers(topology, Set.of(), false);
  }

  private void refuses(RefusalReason reason, BlockNode node) {
    RefusedException refused =
        assertThrows(RefusedException.class, () -> layers().check(node), node.toString());
    assertEquals(reason, refused.refusal().reason());
  }

  @Test
  void notEvenAFileOfOursWhereFreshBlocksEatAPoolOrASnapshot() throws RefusedException {
    disk("sda", "8:0", 0, "0");
    BlockNode linear = mapper("dm-0", List.of("sda"), new Target(0, 64, "linear", "8:0 0"));
    layers().checkFreshBlocks(linear);
    for (String type : List.of("thin", "snapshot", "snapshot-origin", "vdo")) {
      BlockNode node = mapper("dm-" + type, List.of("sda"), new Target(0, 64, type, "8:0"));
      Refusal refusal =
          assertThrows(RefusedException.class, () -> layers().checkFreshBlocks(node)).refusal();
      assertEquals(ProbeMode.FILE, refusal.mode());
      assertEquals("dm-" + type, refusal.detail());
    }
  }

  @Test
  void everyForbiddenTarget() {
    disk("sda", "8:0", 0, "0");
    Map<String, RefusalReason> reasons =
        Map.ofEntries(
            Map.entry("thin", RefusalReason.DM_THIN),
            Map.entry("thin-pool", RefusalReason.DM_THIN),
            Map.entry("snapshot", RefusalReason.DM_SNAPSHOT),
            Map.entry("snapshot-merge", RefusalReason.DM_SNAPSHOT),
            Map.entry("snapshot-origin", RefusalReason.DM_SNAPSHOT_ORIGIN),
            Map.entry("cache", RefusalReason.DM_CACHE),
            Map.entry("writecache", RefusalReason.DM_WRITECACHE),
            Map.entry("vdo", RefusalReason.DM_VDO),
            Map.entry("era", RefusalReason.DM_ERA),
            Map.entry("integrity", RefusalReason.DM_INTEGRITY),
            Map.entry("zoned", RefusalReason.DM_ZONED),
            Map.entry("raid", RefusalReason.UNKNOWN_LAYER),
            Map.entry("mirror", RefusalReason.UNKNOWN_LAYER),
            Map.entry("something-new", RefusalReason.UNKNOWN_LAYER));
    reasons.forEach(
        (type, reason) -> {
          BlockNode bad = mapper("dm-" + type, List.of("sda"), new Target(0, 8, type, "8:0 0"));
          refuses(reason, bad);
          // However deep below, and where one line of several is of that kind.
          BlockNode above =
              mapper(
                  "dm-over-" + type,
                  List.of(bad.name()),
                  new Target(0, 8, "linear", bad.number() + " 0"));
          refuses(reason, above);
        });
  }

  @Test
  void otherLayers() {
    disk("sda", "8:0", 0, "0");
    Reading<List<Target>> none = Reading.absent("table");
    refuses(
        RefusalReason.BCACHE,
        node("bcache0", "251:0", Kind.BCACHE, 0, List.of("sda"), Optional.empty(), none));
    refuses(
        RefusalReason.DRBD,
        node("drbd0", "147:0", Kind.DRBD, 0, List.of("sda"), Optional.empty(), none));
    refuses(
        RefusalReason.LOOP, node("loop0", "7:0", Kind.LOOP, 0, List.of(), Optional.empty(), none));
    refuses(
        RefusalReason.UNKNOWN_LAYER,
        node("zram0", "252:0", Kind.OTHER, 0, List.of(), Optional.empty(), none));
    refuses(
        RefusalReason.UNKNOWN_LAYER,
        node("rbd0", "250:0", Kind.OTHER, 0, List.of(), Optional.empty(), none));
    refuses(
        RefusalReason.UNKNOWN_LAYER,
        node("md0", "9:0", Kind.MD, 0, List.of(), Optional.empty(), none));
  }

  @Test
  void tablesThatCannotBeRead() {
    disk("sda", "8:0", 0, "0");
    refuses(
        RefusalReason.TABLE_UNREADABLE,
        node(
            "dm-0",
            "253:0",
            Kind.DEVICE_MAPPER,
            0,
            List.of("sda"),
            Optional.empty(),
            Reading.unreadable("/dev/mapper/control", "EACCES")));
    refuses(RefusalReason.TABLE_UNREADABLE, mapper("dm-1", List.of("sda")));
  }

  @Test
  void scsiDisks() {
    refuses(RefusalReason.THIN_LUN, disk("sda", "8:0", 0, "1"));
    refuses(RefusalReason.ZONED, disk("sdb", "8:16", 0x14, "0"));
    refuses(RefusalReason.UNKNOWN_LAYER, disk("sr0", "11:0", 5, "0"));
  }

  @Test
  void partitionOnLinearOverTwoDisks() throws Exception {
    disk("sda", "8:0", 0, "0");
    disk("sdb", "8:16", 0, "0");
    BlockNode volume =
        mapper(
            "dm-0",
            List.of("sda", "sdb"),
            new Target(0, 2048, "linear", "8:0 2048"),
            new Target(2048, 2048, "linear", "8:16 4096"));
    BlockNode partition =
        node(
            "dm-0p1",
            "259:0",
            Kind.PARTITION,
            1 << 19,
            List.of("dm-0"),
            Optional.empty(),
            Reading.absent("table"));
    layers().check(partition);
    assertEquals(Set.of("sda"), layers().leaves(volume, 0, 1 << 20));
    assertEquals(Set.of("sdb"), layers().leaves(volume, 1 << 20, 4096));
    assertEquals(Set.of("sda", "sdb"), layers().leaves(volume, (1 << 20) - 512, 1024));
    assertEquals(Set.of("sda"), layers().leaves(partition, 0, 1 << 19));
    assertEquals(Set.of("sdb"), layers().leaves(partition, 1 << 19, 4096));
  }

  @Test
  void stripes() throws Exception {
    disk("sda", "8:0", 0, "0");
    disk("sdb", "8:16", 0, "0");
    disk("sdc", "8:32", 0, "0");
    BlockNode striped =
        mapper(
            "dm-0",
            List.of("sda", "sdb", "sdc"),
            new Target(0, 1 << 20, "striped", "3 128 8:0 0 8:16 2048 8:32 0"));
    layers().check(striped);
    assertEquals(Set.of("sda"), layers().leaves(striped, 0, 65536));
    assertEquals(Set.of("sdb"), layers().leaves(striped, 65536 + 4096, 4096));
    assertEquals(Set.of("sdc", "sda"), layers().leaves(striped, 3 * 65536 - 512, 1024));
    assertEquals(Set.of("sda", "sdb", "sdc"), layers().leaves(striped, 4096, 1 << 20));
  }

  @Test
  void cryptOverMultipath() throws Exception {
    disk("sda", "8:0", 0, "0");
    disk("sdb", "8:16", 0, "0");
    BlockNode paths =
        mapper(
            "dm-0",
            List.of("sda", "sdb"),
            new Target(0, 1 << 20, "multipath", "0 0 1 1 service-time 0 2 2 8:0 1 1 8:16 1 1"));
    BlockNode crypt =
        mapper(
            "dm-1",
            List.of("dm-0"),
            new Target(0, 1 << 19, "crypt", "aes-xts-plain64 - 0 " + paths.number() + " 4096"));
    layers().check(crypt);
    assertEquals(Set.of("sda", "sdb"), layers().leaves(crypt, 8192, 4096));
  }

  @Test
  void everyMemberOfAnArray() throws Exception {
    disk("sda", "8:0", 0, "0");
    disk("sdb", "8:16", 0, "0");
    BlockNode array =
        node(
            "md0",
            "9:0",
            Kind.MD,
            0,
            List.of("sda", "sdb"),
            Optional.empty(),
            Reading.absent("table"));
    layers().check(array);
    assertEquals(Set.of("sda", "sdb"), layers().leaves(array, 0, 4096));
  }

  @Test
  void aRangeOnRaid0LiesOnTheMembersThatHoldIt() throws RefusedException {
    disk("sda", "8:0", 0, "0");
    disk("sdb", "8:16", 0, "0");
    BlockNode known = raid0("md0", "64");
    assertEquals(Set.of("sda"), layers().leaves(known, 4096, 4096));
    assertEquals(Set.of("sdb"), layers().leaves(known, 65536, 65536));
    assertEquals(Set.of("sda", "sdb"), layers().leaves(known, 65535, 2));
    assertEquals(Set.of("sda", "sdb"), layers().leaves(raid0("md1", "128"), 4096, 4096));
  }

  /** Of 128 KiB: two chunks. */
  private BlockNode raid0(String name, String kibibytesOfEach) {
    List<BlockNode.Member> members = new ArrayList<>();
    for (String member : List.of("sda", "sdb")) {
      members.add(
          new BlockNode.Member(
              member,
              Reading.known(String.valueOf(members.size())),
              Reading.known("2048"),
              Reading.known(kibibytesOfEach)));
    }
    return new BlockNode(
        name,
        "9:" + nodes.size(),
        Kind.MD,
        Reading.known(128L << 10),
        Reading.known(false),
        0,
        List.of("sda", "sdb"),
        List.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(
            new BlockNode.Md(
                Reading.known("raid0"),
                Reading.known("clean"),
                Reading.known("65536"),
                Reading.known("-1"),
                members)),
        Optional.empty(),
        Reading.absent("driver"),
        Map.of());
  }
}
