package io.fleetcheck.controller.report;

import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Told;
import io.fleetcheck.controller.verdict.Cause;
import io.fleetcheck.controller.verdict.Causes;
import io.fleetcheck.controller.verdict.DiskLabel;
import io.fleetcheck.controller.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * One disk of one host in what lists of disks show, small enough for those of thousands of hosts.
 *
 * @param hctl empty outside SCSI
 * @param driver the HBA's for a SCSI disk, else the disk's own
 * @param maxWriteSameBlocks absent outside SCSI
 * @param refusals why not more was measured
 * @param settingChanges what the probe found changed, in the order of the settings' names
 */
record DiskRow(
    String host,
    Topology.Disk disk,
    Verdict verdict,
    DiskLabel label,
    Optional<String> hctl,
    Reading<String> vendor,
    Reading<String> model,
    Reading<String> revision,
    Reading<String> driver,
    Reading<Long> maxWriteSameBlocks,
    List<Refusal> refusals,
    List<SettingChange> settingChanges) {

  /** A setting that was another after the probe than before. */
  record SettingChange(String setting, String before, String after) {}

  /** The disks of a host, in its own order; none where the host never told its topology. */
  static List<DiskRow> of(HostResult host) {
    return of(host, host.told());
  }

  static List<DiskRow> of(HostResult host, Told told) {
    return DiskView.of(host, told).stream().map(DiskView::row).toList();
  }

  /** What the disks of a run that are not ok have in common, the worst first. */
  static List<Cause> causes(List<DiskRow> rows) {
    return Causes.of(
        rows.stream().map(row -> new Causes.Judged(row.host, row.label, row.verdict)).toList());
  }

  /** A reading for people: the value, or in brackets why there is none. */
  static String text(Reading<?> reading) {
    return reading.fold(String::valueOf, path -> "(absent)", (path, errno) -> "(" + errno + ")");
  }
}
