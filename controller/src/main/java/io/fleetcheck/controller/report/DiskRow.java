package io.fleetcheck.controller.report;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Settings;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.verdict.Cause;
import io.fleetcheck.controller.verdict.Causes;
import io.fleetcheck.controller.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One disk of one host, with its verdict and what was found on the way to it.
 *
 * <p>A LUN with several paths is described by its first path: vendor, model and limits are the
 * LUN's, and where the paths' limits differ the verdict says so.
 */
record DiskRow(
    String host,
    Topology topology,
    Topology.Disk disk,
    Verdict verdict,
    Optional<ProbeResult> probe) {

  /** A setting that was another after the probe than before. */
  record SettingChange(String setting, String before, String after) {}

  /** The disks of a host, in its own order; none where the host never told its topology. */
  static List<DiskRow> of(HostResult host) {
    Optional<Topology> topology = host.topology();
    if (topology.isEmpty()) {
      return List.of();
    }
    List<DiskRow> rows = new ArrayList<>();
    List<Topology.Disk> disks = topology.get().disks();
    Map<DiskId, ProbeResult> probes = host.probes();
    for (int i = 0; i < host.verdicts().size(); i++) {
      // The judge gives one verdict for each disk, in their order.
      Topology.Disk disk = disks.get(i);
      Verdict verdict = host.verdicts().get(i);
      if (!disk.id().equals(verdict.disk())) {
        throw new IllegalStateException(
            host.name() + ": verdict for " + verdict.disk() + " in the place of " + disk.id());
      }
      Optional<ProbeResult> probe = Optional.ofNullable(probes.get(disk.id()));
      rows.add(new DiskRow(host.name(), topology.get(), disk, verdict, probe));
    }
    return rows;
  }

  /** What the disks of a run that are not ok have in common, the worst first. */
  static List<Cause> causes(AuditResult result) {
    return Causes.of(
        result.hosts().stream()
            .flatMap(host -> of(host).stream())
            .map(row -> Causes.Judged.of(row.host, row.topology, row.disk, row.verdict))
            .toList());
  }

  Optional<BlockNode> firstPath() {
    return disk.paths().stream().findFirst().flatMap(topology::node);
  }

  Optional<ScsiDisk> scsi() {
    return firstPath().flatMap(BlockNode::scsi);
  }

  Optional<String> hctl() {
    return scsi().map(ScsiDisk::hctl);
  }

  Reading<String> vendor() {
    return stripped(scsi().map(ScsiDisk::vendor).orElseGet(() -> identity("vendor")));
  }

  Reading<String> model() {
    return stripped(scsi().map(ScsiDisk::model).orElseGet(() -> identity("model")));
  }

  Reading<String> revision() {
    return stripped(scsi().map(ScsiDisk::revision).orElseGet(() -> identity("firmware_rev")));
  }

  /** The HBA's driver for a SCSI disk, else the disk's own. */
  Reading<String> driver() {
    Optional<Reading<String>> hba =
        scsi().flatMap(scsi -> topology.hba(scsi.hba())).map(Hba::driver);
    return hba.or(() -> firstPath().map(BlockNode::driver))
        .orElseGet(() -> Reading.absent(disk.name() + "/device/driver"));
  }

  /** {@code max_write_same_blocks}; absent outside SCSI. */
  Reading<Long> maxWriteSameBlocks() {
    return scsi()
        .map(ScsiDisk::maxWriteSameBlocks)
        .orElseGet(() -> Reading.absent(disk.name() + ": no scsi_disk"));
  }

  /** Why not more was measured. */
  List<Refusal> refusals() {
    if (probe.isPresent() && probe.get() instanceof ProbeResult.Measured measured) {
      return measured.refusals();
    }
    if (probe.isPresent() && probe.get() instanceof ProbeResult.Refused refused) {
      return refused.refusals();
    }
    return List.of();
  }

  /** What the probe found changed, in the order of the settings' names. */
  List<SettingChange> settingChanges() {
    if (probe.isEmpty() || !(probe.get() instanceof ProbeResult.Measured measured)) {
      return List.of();
    }
    return changes(measured.before(), measured.after());
  }

  static List<SettingChange> changes(Settings before, Settings after) {
    List<SettingChange> changes = new ArrayList<>();
    for (Map.Entry<String, Reading<String>> old : new TreeMap<>(before.values()).entrySet()) {
      String setting = old.getKey();
      Reading<String> now = after.values().getOrDefault(setting, Reading.absent(setting));
      if (!now.equals(old.getValue())) {
        changes.add(new SettingChange(setting, text(old.getValue()), text(now)));
      }
    }
    return changes;
  }

  /** A reading for people: the value, or in brackets why there is none. */
  static String text(Reading<?> reading) {
    return reading.fold(String::valueOf, path -> "(absent)", (path, errno) -> "(" + errno + ")");
  }

  /** INQUIRY pads its fields with blanks. */
  private static Reading<String> stripped(Reading<String> text) {
    return text.map("", String::strip);
  }

  private Reading<String> identity(String attribute) {
    return firstPath()
        .map(node -> node.identity().get(attribute))
        .orElseGet(() -> Reading.absent(disk.name() + "/device/" + attribute));
  }
}
