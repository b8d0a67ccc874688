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
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Told;
import io.fleetcheck.controller.verdict.DiskLabel;
import io.fleetcheck.controller.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One disk of one host with all that is known of it: the whole topology and every sample, so that
 * these are not to be gathered over hosts; {@link DiskRow}s are.
 *
 * <p>A LUN with several paths is described by its first path: vendor, model and limits are the
 * LUN's, and where the paths' limits differ the verdict says so.
 */
record DiskView(
    String host,
    Topology topology,
    Topology.Disk disk,
    Verdict verdict,
    Optional<ProbeResult> probe) {

  /** The disks of a host, in its own order; none where the host never told its topology. */
  static List<DiskView> of(HostResult host, Told told) {
    Optional<Topology> topology = told.topology();
    if (topology.isEmpty()) {
      return List.of();
    }
    List<DiskView> views = new ArrayList<>();
    List<Topology.Disk> disks = topology.get().disks();
    Map<DiskId, ProbeResult> probes = told.probes();
    for (int i = 0; i < host.verdicts().size(); i++) {
      // The judge gives one verdict for each disk, in their order.
      Topology.Disk disk = disks.get(i);
      Verdict verdict = host.verdicts().get(i);
      if (!disk.id().equals(verdict.disk())) {
        throw new IllegalStateException(
            host.name() + ": verdict for " + verdict.disk() + " in the place of " + disk.id());
      }
      Optional<ProbeResult> probe = Optional.ofNullable(probes.get(disk.id()));
      views.add(new DiskView(host.name(), topology.get(), disk, verdict, probe));
    }
    return views;
  }

  /** What lists of disks need of it. */
  DiskRow row() {
    return new DiskRow(
        host,
        disk,
        verdict,
        DiskLabel.of(topology, disk),
        hctl(),
        vendor(),
        model(),
        revision(),
        driver(),
        maxWriteSameBlocks(),
        refusals(),
        settingChanges());
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
  List<DiskRow.SettingChange> settingChanges() {
    if (probe.isEmpty() || !(probe.get() instanceof ProbeResult.Measured measured)) {
      return List.of();
    }
    return changes(measured.before(), measured.after());
  }

  static List<DiskRow.SettingChange> changes(Settings before, Settings after) {
    List<DiskRow.SettingChange> changes = new ArrayList<>();
    for (Map.Entry<String, Reading<String>> old : new TreeMap<>(before.values()).entrySet()) {
      String setting = old.getKey();
      Reading<String> now = after.values().getOrDefault(setting, Reading.absent(setting));
      if (!now.equals(old.getValue())) {
        changes.add(
            new DiskRow.SettingChange(setting, DiskRow.text(old.getValue()), DiskRow.text(now)));
      }
    }
    return changes;
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
