package io.fleetcheck.controller.verdict;

import static java.util.Comparator.comparing;

import io.fleetcheck.agent.wire.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Groups verdicts, so that 12 disks of one kind read as one line. */
public final class Causes {
  private Causes() {}

  /** One verdict and whose it is. */
  public record Judged(String host, DiskLabel label, Verdict verdict) {
    public static Judged of(String host, Topology topology, Topology.Disk disk, Verdict verdict) {
      return new Judged(host, DiskLabel.of(topology, disk), verdict);
    }
  }

  /** What makes two disks alike. */
  private record Kind(DiskLabel label, Level level, String code) {}

  /** Of everything that is not ok, the worst level first, then the most disks. */
  public static List<Cause> of(List<Judged> verdicts) {
    Map<Kind, List<Judged>> groups = new LinkedHashMap<>();
    for (Judged judged : verdicts) {
      Verdict verdict = judged.verdict();
      if (verdict.level() != Level.OK) {
        Kind kind = new Kind(judged.label(), verdict.level(), verdict.code());
        groups.computeIfAbsent(kind, any -> new ArrayList<>()).add(judged);
      }
    }
    List<Cause> causes = new ArrayList<>();
    groups.forEach((kind, members) -> causes.add(cause(kind, members)));
    causes.sort(
        comparing(Cause::level, Comparator.reverseOrder())
            .thenComparing(Cause::disks, Comparator.reverseOrder())
            .thenComparing(cause -> cause.label().product())
            .thenComparing(Cause::code));
    return List.copyOf(causes);
  }

  private static Cause cause(Kind kind, List<Judged> members) {
    return new Cause(
        kind.label(),
        kind.level(),
        kind.code(),
        (int) members.stream().map(Causes::key).distinct().count(),
        members.stream().map(Judged::host).distinct().toList(),
        medianRatio(members));
  }

  /** Names that do not reach over hosts may be equal by chance. */
  private static String key(Judged judged) {
    boolean global = judged.verdict().disk().isGlobal();
    return (global ? "" : judged.host()) + "\n" + judged.verdict().disk().text();
  }

  private static OptionalDouble medianRatio(List<Judged> members) {
    double[] ratios =
        members.stream()
            .flatMap(judged -> judged.verdict().ratio().stream())
            .mapToDouble(Ratio::estimate)
            .sorted()
            .toArray();
    int middle = ratios.length / 2;
    if (ratios.length == 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        ratios.length % 2 == 1 ? ratios[middle] : (ratios[middle - 1] + ratios[middle]) / 2);
  }
}
