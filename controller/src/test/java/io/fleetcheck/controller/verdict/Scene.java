package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.BlockNode.DeviceMapper;
import io.fleetcheck.agent.wire.BlockNode.Kind;
import io.fleetcheck.agent.wire.BlockNode.Target;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.playbooks.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A host with one SCSI disk, {@code sda} at 0:0:1:0 with the partition {@code sda1}, its WRITE SAME
 * armed, on mpt3sas and Linux 6.1, nothing mounted: what a test does not name is so.
 */
final class Scene {
  static final String HCTL = "0:0:1:0";
  static final long ARMED_BYTES = 65535L * 512;

  private Reading<String> kernel = Reading.known("6.1.0-18-amd64");
  private int pageSize = 4096;
  private DiskId id = new DiskId(DiskId.Kind.NAA, "naa.5000c50001234567");
  private String name = "sda";
  private Reading<String> driver = Reading.known("mpt3sas");
  private Reading<String> pciId = Reading.known("1000:0097 1028:1f45");
  private Reading<Integer> type = Reading.known(0);
  private Reading<String> vendor = Reading.known("SEAGATE");
  private String hctl = HCTL;
  private Kind kind = Kind.SCSI;
  private boolean scsi = true;
  private final Map<String, Reading<String>> vpdPages = new TreeMap<>();
  private final Map<String, Reading<String>> disk = new TreeMap<>();
  private final Map<String, Reading<String>> queue = new TreeMap<>();
  private final List<String> paths = new ArrayList<>(List.of("sda"));
  private final List<BlockNode> others = new ArrayList<>();
  private final List<Mount> mounts = new ArrayList<>();
  private Thresholds thresholds = Thresholds.DEFAULT;

  Scene() {
    limit(65535);
    disk("zeroing_mode", "writesame");
    disk("thin_provisioning", "0");
    queue("logical_block_size", "512");
    queue("zoned", "none");
  }

  Scene kernel(String release) {
    kernel = Reading.known(release);
    return this;
  }

  Scene kernelUnreadable() {
    kernel = Reading.unreadable("proc/version", "EACCES");
    return this;
  }

  Scene pageSize(int bytes) {
    pageSize = bytes;
    return this;
  }

  Scene id(DiskId.Kind identity) {
    id = new DiskId(identity, "SEAGATE/ST973451SS/3PE0");
    return this;
  }

  Scene driver(String module) {
    driver = Reading.known(module);
    return this;
  }

  Scene pciId(String ids) {
    pciId = Reading.known(ids);
    return this;
  }

  Scene type(int number) {
    type = Reading.known(number);
    return this;
  }

  Scene vendor(String text) {
    vendor = Reading.known(text);
    return this;
  }

  Scene hctl(String address) {
    hctl = address;
    return this;
  }

  Scene vpdPage(String page, Reading<String> content) {
    vpdPages.put(page, content);
    return this;
  }

  /** Of scsi_disk and queue alike. */
  Scene limit(long blocks) {
    disk("max_write_same_blocks", Long.toString(blocks));
    return queue("write_zeroes_max_bytes", Long.toString(blocks * 512));
  }

  Scene disk(String attribute, String value) {
    return disk(attribute, Reading.known(value));
  }

  Scene disk(String attribute, Reading<String> value) {
    disk.put(attribute, value);
    return this;
  }

  Scene queue(String attribute, String value) {
    return queue(attribute, Reading.known(value));
  }

  Scene queue(String attribute, Reading<String> value) {
    queue.put(attribute, value);
    return this;
  }

  Scene withoutQueue() {
    queue.clear();
    return this;
  }

  Scene withoutScsiDisk() {
    scsi = false;
    return this;
  }

  Scene outsideScsi(Kind other) {
    kind = other;
    return withoutScsiDisk();
  }

  Scene thresholds(Thresholds other) {
    thresholds = other;
    return this;
  }

  /** A path that the disk is said to have and that the topology lacks. */
  Scene missingPath(String path) {
    paths.add(path);
    return this;
  }

  /** A second path, {@code sdb} at 1:0:1:0. */
  Scene secondPath(long blocks) {
    paths.add("sdb");
    others.add(
        node("sdb", "8:16", Kind.SCSI, List.of())
            .scsi(scsiDisk("1:0:1:0", Map.of("max_write_same_blocks", text(blocks))))
            .queue(Map.of("write_zeroes_max_bytes", text(blocks * 512)))
            .build());
    return this;
  }

  /** A map over the nodes named, such as {@code dm-0}; its limit in bytes. */
  Scene map(
      String dm, String uuid, String targetType, String arguments, long bytes, String... below) {
    name = uuid.startsWith("mpath-") ? "mpatha" : name;
    others.add(
        node(dm, "253:" + dm.substring(3), Kind.DEVICE_MAPPER, List.of(below))
            .mapper(
                new DeviceMapper(
                    Reading.known(dm),
                    Reading.known(uuid),
                    Reading.known(List.of(new Target(0, 1 << 20, targetType, arguments)))))
            .queue(Map.of("write_zeroes_max_bytes", text(bytes)))
            .build());
    return this;
  }

  Scene multipath(long bytes, String arguments) {
    return map("dm-0", "mpath-3600a", "multipath", arguments, bytes, paths.toArray(String[]::new));
  }

  /** Another disk, no path of this one. */
  Scene otherDisk(String node, String address) {
    others.add(
        node(node, "8:48", Kind.SCSI, List.of())
            .scsi(scsiDisk(address, Map.of("max_write_same_blocks", text(65535))))
            .queue(Map.of("write_zeroes_max_bytes", text(ARMED_BYTES)))
            .build());
    return this;
  }

  Scene ext4(String path, String... options) {
    return mount("8:1", path, "ext4", 4096, Reading.known(List.of(options)));
  }

  Scene ext4With1KiBlocks(String path) {
    return mount("8:1", path, "ext4", 1024, Reading.known(List.of("dioread_nolock", "delalloc")));
  }

  Scene mount(
      String number, String path, String type, long blockSize, Reading<List<String>> ext4Options) {
    mounts.add(
        new Mount(
            number,
            "/dev/x",
            path,
            type,
            List.of("rw", "relatime"),
            ext4Options,
            Reading.known(blockSize)));
    return this;
  }

  Scene readOnlyMount(String path) {
    mounts.add(
        new Mount(
            "8:1",
            "/dev/sda1",
            path,
            "ext4",
            List.of("ro"),
            Reading.known(List.of("nodelalloc")),
            Reading.known(4096L)));
    return this;
  }

  DiskId id() {
    return id;
  }

  Topology topology() {
    BlockNode whole =
        node("sda", "8:0", kind, List.of())
            .scsi(scsi ? Optional.of(scsiDisk(hctl, disk)) : Optional.empty())
            .queue(queue)
            .build();
    BlockNode partition = node("sda1", "8:1", Kind.PARTITION, List.of("sda")).queue(queue).build();
    List<BlockNode> nodes = new ArrayList<>(List.of(whole, partition));
    nodes.addAll(others);
    return new Topology(
        new Topology.HostFacts(
            Reading.known("host"),
            Reading.absent("etc/machine-id"),
            Reading.absent("boot_id"),
            kernel,
            Reading.absent("etc/os-release"),
            "amd64",
            pageSize),
        List.of(hba(0), hba(1)),
        nodes,
        mounts,
        List.of(),
        List.of(new Topology.Disk(id, name, paths)));
  }

  /** The settings as the topology shows them. */
  Settings settings() {
    Map<String, Reading<String>> values = new TreeMap<>(Limits.of(topology()).values());
    for (BlockNode node : topology().nodes()) {
      node.queue()
          .forEach((name, value) -> values.put("block/" + node.name() + "/queue/" + name, value));
    }
    return new Settings(values);
  }

  Verdict judge() {
    return judge(Map.of(), Set.of());
  }

  Verdict judge(Probe probe) {
    return judge(probe.result(this));
  }

  Verdict judge(ProbeResult result) {
    return judge(Map.of(id, result), Set.of());
  }

  Verdict judge(Map<DiskId, ProbeResult> results, Set<DiskId> remediated) {
    List<Verdict> verdicts = new Judge(thresholds).judge(topology(), results, remediated);
    if (verdicts.size() != 1) {
      throw new AssertionError(verdicts);
    }
    return verdicts.get(0);
  }

  private Hba hba(int number) {
    return new Hba(
        number,
        driver,
        Reading.absent("pci"),
        pciId,
        Reading.absent("board_name"),
        Reading.absent("version_fw"));
  }

  private ScsiDisk scsiDisk(String address, Map<String, Reading<String>> attributes) {
    return new ScsiDisk(
        address,
        Integer.parseInt(address.substring(0, address.indexOf(':'))),
        type,
        vendor,
        Reading.known("ST973451SS"),
        Reading.known("0006"),
        Reading.absent("vpd_pg80"),
        Reading.known("naa.5000c50001234567"),
        vpdPages,
        Map.of(),
        attributes);
  }

  private static Reading<String> text(long number) {
    return Reading.known(Long.toString(number));
  }

  private static NodeBuilder node(String name, String number, Kind kind, List<String> below) {
    return new NodeBuilder(name, number, kind, below);
  }

  private static final class NodeBuilder {
    private final String name;
    private final String number;
    private final Kind kind;
    private final List<String> below;
    private Optional<ScsiDisk> scsi = Optional.empty();
    private Optional<DeviceMapper> mapper = Optional.empty();
    private Map<String, Reading<String>> queue = Map.of();

    NodeBuilder(String name, String number, Kind kind, List<String> below) {
      this.name = name;
      this.number = number;
      this.kind = kind;
      this.below = below;
    }

    NodeBuilder scsi(ScsiDisk disk) {
      return scsi(Optional.of(disk));
    }

    NodeBuilder scsi(Optional<ScsiDisk> disk) {
      scsi = disk;
      return this;
    }

    NodeBuilder mapper(DeviceMapper map) {
      mapper = Optional.of(map);
      return this;
    }

    NodeBuilder queue(Map<String, Reading<String>> attributes) {
      queue = attributes;
      return this;
    }

    BlockNode build() {
      return new BlockNode(
          name,
          number,
          kind,
          Reading.known(1L << 40),
          Reading.known(false),
          0,
          below,
          List.of(),
          queue,
          scsi,
          mapper,
          Optional.empty(),
          Optional.empty(),
          Reading.absent("driver"),
          Map.of());
    }
  }
}
