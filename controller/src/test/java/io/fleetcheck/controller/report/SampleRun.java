package io.fleetcheck.controller.report;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.FilePattern;
import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.KernelEvidence;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.verdict.Impact;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.MountImpact;
import io.fleetcheck.controller.verdict.Ratio;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.playbooks.Waiver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A made-up run with one of everything that reports show. */
public final class SampleRun {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final DiskId SLOW = new DiskId(DiskId.Kind.NAA, "naa.5000c50000000001");
  private static final DiskId HEALTHY = new DiskId(DiskId.Kind.NAA, "naa.5000c50000000002");
  private static final DiskId NVME = new DiskId(DiskId.Kind.EUI, "eui.0025385b71b00001");
  private static final DiskId REFUSED = new DiskId(DiskId.Kind.VOLATILE, "sdz");

  private SampleRun() {}

  /** db1 answers with four disks, db2 has none, db3 and db4 fail. */
  public static AuditResult result() {
    return new AuditResult(
        "20260102T030405Z-1",
        START,
        START.plusSeconds(12),
        "admin.example.net",
        Map.of("mode", "extent", "forks", "50"),
        List.of(answered(), empty(), unreachable(), failed()),
        false);
  }

  /** Nothing wrong anywhere. */
  public static AuditResult clean() {
    HostResult host =
        host(
            "db9",
            new HostOutcome.Answered(),
            List.of(topology(List.of(new Topology.Disk(HEALTHY, "sdb", List.of("sdb"))))),
            List.of(healthy()));
    return new AuditResult(
        "20260102T030405Z-2", START, START, "admin.example.net", Map.of(), List.of(host), false);
  }

  /** As the first, an hour later, with WRITE SAME of the slow disk switched off. */
  public static AuditResult remedied() {
    HostResult before = answered();
    HostResult after =
        host(
            "db1",
            new HostOutcome.Answered(),
            before.events().stream().map(SampleRun::switchedOff).toList(),
            before.verdicts().stream().map(SampleRun::switchedOff).toList());
    Instant later = START.plusSeconds(3600);
    return new AuditResult(
        "20260102T040405Z-3",
        later,
        later.plusSeconds(12),
        "admin.example.net",
        Map.of("mode", "extent", "forks", "50"),
        List.of(after),
        false);
  }

  private static Event switchedOff(Event event) {
    if (!(event instanceof Event.TopologyFound found)) {
      return event;
    }
    return topology(found.topology().disks(), Reading.known("0"));
  }

  private static Verdict switchedOff(Verdict verdict) {
    return verdict.disk().equals(SLOW)
        ? verdict(
            SLOW,
            Level.OK,
            "disabled_or_rejected",
            List.of(),
            "The limit is 0.",
            Optional.of(new Ratio(1.02, 0.97, 1.07, 8)),
            List.of())
        : verdict;
  }

  /** The text is a browser's worst enemy wherever a host may send text. */
  public static AuditResult hostile(String text) {
    Verdict verdict =
        new Verdict(
            SLOW,
            Level.BROKEN,
            "slow_write_same",
            List.of(text),
            text,
            OptionalLong.of(42_000_000),
            OptionalLong.of(15_200_000),
            Optional.of(new Ratio(2.763, 2.61, 2.9, 8)),
            List.of(new MountImpact(text, text, Impact.FELT)),
            List.of(text),
            Optional.of(
                new Waiver(
                    new Waiver.Subject.Disk(text),
                    text,
                    text,
                    text,
                    Instant.parse("2027-01-01T00:00:00Z"))));
    Event topology =
        new Event.TopologyFound(
            new Topology(
                new Topology.HostFacts(
                    Reading.known(text),
                    Reading.known(text),
                    Reading.known(text),
                    Reading.known(text),
                    Reading.known(text),
                    text,
                    4096),
                List.of(),
                List.of(scsi("sda", "0:0:0:0", text, Reading.known(text))),
                List.of(),
                List.of(),
                List.of(new Topology.Disk(SLOW, text, List.of("sda")))));
    HostResult host =
        host(
            text,
            new HostOutcome.Answered(),
            List.of(topology, new Event.Warning(text), new Event.DiskProbed(SLOW, measured())),
            List.of(verdict));
    return new AuditResult(
        text,
        START,
        START,
        text,
        Map.of("inventory", text),
        List.of(
            host,
            host(text + 2, new HostOutcome.Unreachable(Stage.SHELL, text), List.of(), List.of())),
        true);
  }

  private static HostResult answered() {
    List<Topology.Disk> disks =
        List.of(
            new Topology.Disk(SLOW, "sda", List.of("sda")),
            new Topology.Disk(HEALTHY, "sdb", List.of("sdb")),
            new Topology.Disk(NVME, "nvme0n1", List.of("nvme0n1")),
            new Topology.Disk(REFUSED, "sdz", List.of("sdz")));
    return host(
        "db1",
        new HostOutcome.Answered(),
        List.of(
            new Event.Hello("0.1.0", 1, "17.0.15", "amd64", 0, 4711),
            topology(disks),
            new Event.Warning("the clock of this host is 75 s behind"),
            new Event.DiskProbed(SLOW, measured()),
            new Event.DiskProbed(
                REFUSED,
                new ProbeResult.Refused(
                    List.of(
                        new Refusal(
                            ProbeMode.EXTENT, RefusalReason.FILE_SYSTEM_TYPE, "/z", "btrfs")))),
            new Event.Done(5, List.of("/sys/kernel/tracing/instances/fleetcheck-1-2"))),
        List.of(slow(), healthy(), nvme(), refused()));
  }

  private static HostResult empty() {
    return host("db2", new HostOutcome.Answered(), List.of(topology(List.of())), List.of());
  }

  private static HostResult unreachable() {
    return host(
        "db3",
        new HostOutcome.Unreachable(Stage.AUTHENTICATION, "no key was accepted; try ssh db3"),
        List.of(),
        List.of());
  }

  private static HostResult failed() {
    return host(
        "db4",
        new HostOutcome.AgentFailed(
            Stage.PUSH, OptionalInt.empty(), Optional.empty(), "no space left in /var/tmp", ""),
        List.of(),
        List.of());
  }

  private static HostResult host(
      String name, HostOutcome outcome, List<Event> events, List<Verdict> verdicts) {
    return new HostResult(
        name,
        outcome,
        events,
        verdicts,
        Map.of(Stage.CONNECT, Duration.ofMillis(16)),
        START,
        START.plusSeconds(11));
  }

  private static Event topology(List<Topology.Disk> disks) {
    return topology(disks, Reading.known("65535"));
  }

  private static Event topology(List<Topology.Disk> disks, Reading<String> limit) {
    return new Event.TopologyFound(
        new Topology(
            new Topology.HostFacts(
                Reading.known("db1.example.net"),
                Reading.known("0123456789abcdef0123456789abcdef"),
                Reading.unreadable("/proc/sys/kernel/random/boot_id", "EACCES"),
                Reading.known("6.1.0-40-amd64"),
                Reading.known("Debian GNU/Linux 12 (bookworm)"),
                "amd64",
                4096),
            List.of(
                new Hba(
                    0,
                    Reading.known("mpt3sas"),
                    Reading.known("0000:03:00.0"),
                    Reading.known("1000:0072 1000:3020"),
                    Reading.known("SAS9211-8i"),
                    Reading.known("20.00.07.00"))),
            List.of(
                scsi("sda", "0:0:0:0", "ST973451SS", limit),
                partition(),
                scsi("sdb", "0:0:1:0", "ST973451SS", Reading.known("0")),
                nvmeNode(),
                scsi(
                    "sdz",
                    "0:0:2:0",
                    "EVIL\u001b[2J",
                    Reading.unreadable("max_write_same_blocks", "EIO"))),
            List.of(),
            List.of(),
            disks));
  }

  private static BlockNode scsi(
      String name, String hctl, String model, Reading<String> maxWriteSameBlocks) {
    return node(
        name,
        "8:" + (name.charAt(2) - 'a') * 16,
        BlockNode.Kind.SCSI,
        List.of(),
        Map.of("write_zeroes_max_bytes", Reading.known("33553920")),
        Optional.of(
            new ScsiDisk(
                hctl,
                0,
                Reading.known(0),
                Reading.known("SEAGATE "),
                Reading.known(model),
                Reading.known("0006"),
                Reading.known("3PE1"),
                Reading.known("naa.5000c50000000001"),
                Map.of(),
                Map.of(),
                Map.of(
                    "max_write_same_blocks",
                    maxWriteSameBlocks,
                    "zeroing_mode",
                    Reading.known("writesame")))),
        Reading.absent(name),
        Map.of());
  }

  private static BlockNode partition() {
    return node(
        "sda1",
        "8:1",
        BlockNode.Kind.PARTITION,
        List.of("sda"),
        Map.of("write_zeroes_max_bytes", Reading.known("33553920")),
        Optional.empty(),
        Reading.absent("sda1"),
        Map.of());
  }

  private static BlockNode nvmeNode() {
    return node(
        "nvme0n1",
        "259:0",
        BlockNode.Kind.NVME,
        List.of(),
        Map.of("write_zeroes_max_bytes", Reading.known("2097152")),
        Optional.empty(),
        Reading.known("nvme"),
        Map.of("model", Reading.known("QEMU NVMe Ctrl"), "firmware_rev", Reading.known("7.2.0")));
  }

  private static BlockNode node(
      String name,
      String number,
      BlockNode.Kind kind,
      List<String> below,
      Map<String, Reading<String>> queue,
      Optional<ScsiDisk> scsi,
      Reading<String> driver,
      Map<String, Reading<String>> identity) {
    return new BlockNode(
        name,
        number,
        kind,
        Reading.known(73L << 30),
        Reading.known(false),
        0,
        below,
        List.of(),
        queue,
        scsi,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        driver,
        identity);
  }

  private static ProbeResult measured() {
    Series.Pair pair =
        new Series.Pair(
            new Series.Observation(10, 40_100_000, 1_900_000),
            new Series.Observation(20, 1_000_000, 14_200_000));
    return new ProbeResult.Measured(
        ProbeMode.EXTENT,
        Optional.of(
            new ProbeResult.Zeroing(
                "/srv",
                "sda1",
                List.of("0:0:0:0"),
                List.of(
                    new Series(
                        Series.Operation.ZEROOUT, 4096, List.of(pair, pair), Optional.empty())))),
        List.of(
            new FilePattern(
                "/srv", 4096, List.of(42_000_000L), List.of(500_000L), Optional.empty())),
        new Settings(Map.of("block/sda/queue/scheduler", Reading.known("[none] mq-deadline"))),
        new Settings(Map.of("block/sda/queue/scheduler", Reading.known("none [mq-deadline]"))),
        Reading.known(
            new KernelEvidence(
                List.of(
                    command("WRITE_SAME", 41_000_000),
                    command("WRITE_SAME", 40_000_000),
                    command("WRITE_SAME", -1),
                    command("WRITE_10", 900_000)),
                0)),
        List.of(
            new Refusal(
                ProbeMode.EXTENT, RefusalReason.LITTLE_SPACE, "/srv/full", "3 MiB are free")));
  }

  private static KernelEvidence.Command command(String opcode, long nanos) {
    return new KernelEvidence.Command("0:0:0:0", opcode, 2048, 8, 30, nanos, "DRIVER_OK");
  }

  private static Verdict slow() {
    return verdict(
        SLOW,
        Level.BROKEN,
        "slow_write_same",
        List.of("settings_changed_by_udev"),
        "Zeroing 4 KiB takes 42.0 ms where writing it takes 15.2 ms.",
        Optional.of(new Ratio(2.763, 2.61, 2.9, 8)),
        List.of(new MountImpact("/srv", "ext4", Impact.FELT)));
  }

  private static Verdict healthy() {
    return verdict(
        HEALTHY,
        Level.OK,
        "driver_disabled",
        List.of(),
        "The driver forbids WRITE SAME.",
        Optional.empty(),
        List.of());
  }

  private static Verdict nvme() {
    return verdict(
        NVME,
        Level.OK,
        "not_scsi",
        List.of(),
        "Not a SCSI disk: listed only.",
        Optional.empty(),
        List.of());
  }

  private static Verdict refused() {
    return verdict(
        REFUSED,
        Level.UNKNOWN,
        "file_system_type",
        List.of("identity_weak"),
        "The file system on /z is btrfs, which is never probed.",
        Optional.empty(),
        List.of(new MountImpact("/z", "btrfs", Impact.BULK_ONLY)));
  }

  private static Verdict verdict(
      DiskId disk,
      Level level,
      String code,
      List<String> also,
      String sentence,
      Optional<Ratio> ratio,
      List<MountImpact> mounts) {
    return new Verdict(
        disk,
        level,
        code,
        also,
        sentence,
        ratio.isPresent() ? OptionalLong.of(42_000_000) : OptionalLong.empty(),
        ratio.isPresent() ? OptionalLong.of(15_200_000) : OptionalLong.empty(),
        ratio,
        mounts,
        ratio.isPresent() ? List.of("The kernel saw 3 WRITE SAME commands.") : List.of(),
        Optional.empty());
  }
}
