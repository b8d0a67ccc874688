package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.verdict.DiskLabel;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.Ratio;
import io.fleetcheck.controller.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One disk's verdict in a run, in what lists and comparisons need.
 *
 * @param name the kernel's, such as {@code sda}: a label
 * @param ratio the estimate of {@link Ratio}
 * @param zerooutNanos median, as in {@link Verdict}; so is {@code writeNanos}
 * @param waived whether the verdict had a waiver then
 */
public record KeptDisk(
    String run,
    String host,
    DiskId id,
    String name,
    DiskLabel label,
    Level level,
    String code,
    OptionalDouble ratio,
    OptionalLong zerooutNanos,
    OptionalLong writeNanos,
    boolean waived) {

  /** A host's disks in its own order; none where it never told its topology. */
  public static List<KeptDisk> of(String run, HostResult host) {
    Optional<Topology> topology = host.topology();
    List<KeptDisk> kept = new ArrayList<>();
    if (topology.isEmpty()) {
      return kept;
    }
    for (int i = 0; i < host.verdicts().size(); i++) {
      // The judge gives one verdict for each disk, in their order.
      Topology.Disk disk = topology.get().disks().get(i);
      Verdict verdict = host.verdicts().get(i);
      kept.add(
          new KeptDisk(
              run,
              host.name(),
              disk.id(),
              disk.name(),
              DiskLabel.of(topology.get(), disk),
              verdict.level(),
              verdict.code(),
              verdict
                  .ratio()
                  .map(ratio -> OptionalDouble.of(ratio.estimate()))
                  .orElseGet(OptionalDouble::empty),
              verdict.zerooutNanos(),
              verdict.writeNanos(),
              verdict.waiver().isPresent()));
    }
    return kept;
  }

  public boolean isFinding() {
    return level == Level.AT_RISK || level == Level.BROKEN;
  }
}
