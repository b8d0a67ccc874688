package io.fleetcheck.controller.fleet;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.BlockNode.Kind;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.FilePattern;
import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.KernelEvidence;
import io.fleetcheck.agent.wire.Machine;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Series.Observation;
import io.fleetcheck.agent.wire.Series.Operation;
import io.fleetcheck.agent.wire.Series.Pair;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What the agent tells of one host: four SAS disks of which each has two partitions and an ext4, in
 * the size and with as many attributes, samples and traced commands as a real one. The same host
 * tells the same each time.
 */
final class SimulatedDisks {
  static final int DISKS = 4;

  private static final int PAIRS = 8;
  private static final int BLOCKS = 65535;
  private static final List<String> QUEUE =
      List.of(
          "add_random",
          "chunk_sectors",
          "dax",
          "discard_granularity",
          "discard_max_hw_bytes",
          "discard_zeroes_data",
          "dma_alignment",
          "fua",
          "hw_sector_size",
          "io_poll",
          "io_poll_delay",
          "io_timeout",
          "iostats",
          "max_discard_segments",
          "max_hw_sectors_kb",
          "max_integrity_segments",
          "max_sectors_kb",
          "max_segment_size",
          "max_segments",
          "minimum_io_size",
          "nomerges",
          "nr_requests",
          "nr_zones",
          "optimal_io_size",
          "physical_block_size",
          "read_ahead_kb",
          "rotational",
          "rq_affinity",
          "stable_writes",
          "virt_boundary_mask",
          "wbt_lat_usec",
          "zone_append_max_bytes",
          "zone_write_granularity");

  private final int host;
  private final boolean slow;
  private final double spread;
  private final Random random;
  private long clock = 1_000_000_000L;
  private double speed = 1;

  /**
   * @param host its number
   * @param slow whether its second disk zeroes slowly
   */
  SimulatedDisks(int host, boolean slow) {
    this(host, slow, 0);
  }

  /**
   * @param spread of the disks' own speeds: the standard deviation of their logarithms
   */
  SimulatedDisks(int host, boolean slow, double spread) {
    this.host = host;
    this.slow = slow;
    this.spread = spread;
    this.random = new Random(host);
  }

  Machine machine() {
    return new Machine(
        "%032x".formatted(host),
        "%08x-0000-4000-8000-000000000000".formatted(host),
        "node" + host + ".example.com");
  }

  Event.TopologyFound topology() {
    List<BlockNode> nodes = new ArrayList<>();
    List<Mount> mounts = new ArrayList<>();
    for (int disk = 0; disk < DISKS; disk++) {
      nodes.add(whole(disk));
      nodes.add(partition(disk, 1));
      nodes.add(partition(disk, 2));
      mounts.add(mount(disk));
    }
    Topology.HostFacts facts =
        new Topology.HostFacts(
            Reading.known(machine().hostname()),
            Reading.known(machine().id()),
            Reading.known(machine().boot()),
            Reading.known("6.1.0-18-amd64"),
            Reading.known("Debian GNU/Linux 12 (bookworm)"),
            "amd64",
            4096);
    Hba hba =
        new Hba(
            0,
            Reading.known("mpt3sas"),
            Reading.known("0000:03:00.0"),
            Reading.known("1000:0097 1028:1f45"),
            Reading.known("SAS9300-8i"),
            Reading.known("16.00.10.00"));
    List<Topology.Disk> disks =
        IntStream.range(0, DISKS)
            .mapToObj(disk -> new Topology.Disk(id(disk), name(disk), List.of(name(disk))))
            .toList();
    return new Event.TopologyFound(
        new Topology(facts, List.of(hba), nodes, mounts, List.of(), disks));
  }

  /** In the whole world: every host its own. */
  DiskId id(int disk) {
    return new DiskId(DiskId.Kind.NAA, wwid(disk));
  }

  Event.Progress progress(int disk) {
    return new Event.Progress(id(disk), "zeroing 4 KiB", 1, PAIRS);
  }

  /** The samples that convict a slow disk, or acquit a healthy one. */
  Event.DiskProbed probed(int disk) {
    speed = spread == 0 ? 1 : Math.exp(spread * random.nextGaussian());
    long small = slow && disk == 1 ? 40_000_000 : 4_000_000;
    List<KernelEvidence.Command> commands = new ArrayList<>();
    List<Series> series =
        List.of(
            series(disk, Operation.ZEROOUT, 4096, small, commands),
            series(disk, Operation.WRITE, 4096, 5_000_000, commands),
            series(disk, Operation.ZEROOUT, 1 << 20, 4 * small, commands));
    Settings settings = new Settings(limits(disk));
    return new Event.DiskProbed(
        id(disk),
        new ProbeResult.Measured(
            ProbeMode.EXTENT,
            Optional.of(
                new ProbeResult.Zeroing(
                    "/srv/" + disk, partition(disk), List.of(hctl(disk)), series)),
            List.of(pattern(disk, 20, 500_000), pattern(disk, 4096, small / 2)),
            settings,
            settings,
            Reading.known(new KernelEvidence(commands, 0)),
            List.of()));
  }

  private Series series(
      int disk, Operation operation, int bytes, long nanos, List<KernelEvidence.Command> commands) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      Observation first = observe(nanos);
      Observation write = observe(bytes == 4096 ? 5_000_000 : 16_000_000);
      pairs.add(new Pair(first, write));
      boolean zeroing = operation != Operation.WRITE;
      commands.add(command(disk, zeroing ? "WRITE_SAME" : "WRITE_10", bytes, first));
      commands.add(command(disk, "WRITE_10", bytes, write));
    }
    return new Series(operation, bytes, pairs, Optional.empty());
  }

  private Observation observe(long centre) {
    Observation observation =
        new Observation(clock, noisy(centre) - 200_000, 150_000 + random.nextInt(100_000));
    clock += centre + 1_000_000;
    return observation;
  }

  private long noisy(long centre) {
    return Math.round(speed * centre * (1 + (0.03 + spread) * random.nextDouble()));
  }

  private KernelEvidence.Command command(
      int disk, String opcode, int bytes, Observation observation) {
    return new KernelEvidence.Command(
        hctl(disk),
        opcode,
        2_000_000L + random.nextInt(1 << 20),
        bytes / 512,
        observation.start() + 10_000,
        observation.call() - 20_000,
        "(driver=DRIVER_OK host=DID_OK message=COMMAND_COMPLETE status=SAM_STAT_GOOD)");
  }

  private FilePattern pattern(int disk, int bytes, long preallocated) {
    List<Long> with = new ArrayList<>();
    List<Long> without = new ArrayList<>();
    // Five convict nobody.
    int files = spread > 0 && host % 3 != 0 ? PAIRS : 5;
    for (int i = 0; i < files; i++) {
      with.add(noisy(preallocated));
      without.add(noisy(300_000));
    }
    return new FilePattern("/srv/" + disk, bytes, with, without, Optional.empty());
  }

  private Map<String, Reading<String>> limits(int disk) {
    return Map.of(
        "class/scsi_disk/" + hctl(disk) + "/max_write_same_blocks", number(BLOCKS),
        "block/" + name(disk) + "/queue/write_zeroes_max_bytes", number(BLOCKS * 512L),
        "block/" + name(disk) + "/queue/scheduler", Reading.known("[none] mq-deadline"),
        "block/" + name(disk) + "/queue/wbt_lat_usec", Reading.known("75000"));
  }

  private BlockNode whole(int disk) {
    ScsiDisk scsi =
        new ScsiDisk(
            hctl(disk),
            0,
            Reading.known(0),
            Reading.known("SEAGATE "),
            Reading.known(disk == 1 ? "ST973451SS      " : "ST300MM0006     "),
            Reading.known(spread > 0 && host / 20 % 2 == 1 ? "0007" : "0006"),
            Reading.known("3PE%05d".formatted(host * DISKS + disk)),
            Reading.known(wwid(disk)),
            Map.of(
                "b0", Reading.known("00b0003c" + "00".repeat(60)),
                "b1", Reading.known("00b1003c2710" + "00".repeat(58)),
                "83", Reading.absent("sys/class/scsi_device/" + hctl(disk) + "/device/vpd_pg83")),
            Map.of("state", Reading.known("running"), "queue_depth", Reading.known("254")),
            Map.of(
                "max_write_same_blocks", number(BLOCKS),
                "zeroing_mode", Reading.known("writesame"),
                "provisioning_mode", Reading.known("full"),
                "thin_provisioning", Reading.known("0"),
                "cache_type", Reading.known("write back"),
                "FUA", Reading.known("1"),
                "protection_type", Reading.known("0")));
    return node(name(disk), "8:" + disk * 16, Kind.SCSI, List.of(), Optional.of(scsi));
  }

  private BlockNode partition(int disk, int number) {
    return node(
        name(disk) + number,
        "8:" + (disk * 16 + number),
        Kind.PARTITION,
        List.of(name(disk)),
        Optional.empty());
  }

  private static BlockNode node(
      String name, String number, Kind kind, List<String> below, Optional<ScsiDisk> scsi) {
    Map<String, Reading<String>> queue = new TreeMap<>();
    QUEUE.forEach(attribute -> queue.put(attribute, Reading.known("0")));
    queue.put("logical_block_size", Reading.known("512"));
    queue.put("zoned", Reading.known("none"));
    queue.put("scheduler", Reading.known("[none] mq-deadline"));
    queue.put("write_cache", Reading.known("write back"));
    queue.put("discard_max_bytes", Reading.known("0"));
    queue.put("write_same_max_bytes", Reading.known("0"));
    queue.put("write_zeroes_max_bytes", number(BLOCKS * 512L));
    return new BlockNode(
        name,
        number,
        kind,
        Reading.known(300L << 30),
        Reading.known(false),
        kind == Kind.PARTITION ? 1 << 20 : 0,
        below,
        List.of("/dev/disk/by-id/scsi-" + name, "/dev/disk/by-path/pci-0000:03:00.0-sas-" + name),
        queue,
        scsi,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Reading.known("sd"),
        Map.of());
  }

  private static Mount mount(int disk) {
    return new Mount(
        "8:" + (disk * 16 + 2),
        "/dev/" + partition(disk),
        "/srv/" + disk,
        "ext4",
        List.of("rw", "relatime", "errors=remount-ro"),
        Reading.known(List.of("rw", "delalloc", "barrier", "dioread_nolock", "data=ordered")),
        Reading.known(4096L));
  }

  private static Reading<String> number(long value) {
    return Reading.known(Long.toString(value));
  }

  private static String name(int disk) {
    return "sd" + (char) ('a' + disk);
  }

  private static String partition(int disk) {
    return name(disk) + 2;
  }

  private static String hctl(int disk) {
    return "0:0:" + disk + ":0";
  }

  private String wwid(int disk) {
    return "naa.5000c5%010x".formatted(host * DISKS + disk);
  }
}
