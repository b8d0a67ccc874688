package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.ProbeResult.Measured;
import io.fleetcheck.agent.wire.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The settings of one disk's stack before its probe and after it. */
record LimitChange(
    DiskFacts facts,
    Limits before,
    Limits after,
    List<PathLimit> pathsBefore,
    List<PathLimit> pathsAfter) {

  private static final List<String> LIMITS =
      List.of(
          "/max_write_same_blocks",
          "/write_zeroes_max_bytes",
          "/write_zeroes_unmap_max_bytes",
          "/write_same_max_bytes");

  static LimitChange of(DiskFacts facts, Measured measured) {
    Limits before = Limits.of(measured.before(), facts.kernel());
    Limits after = Limits.of(measured.after(), facts.kernel());
    return new LimitChange(facts, before, after, facts.pathLimits(before), facts.pathLimits(after));
  }

  /** The limit of a path of the disk itself fell to 0: the device rejected the command. */
  boolean fell() {
    for (int i = 0; i < pathsBefore.size(); i++) {
      if (pathsBefore.get(i).isArmed() && pathsAfter.get(i).isOff()) {
        return true;
      }
    }
    return false;
  }

  boolean wasClosed(String node) {
    return isClosed(node, before, pathsBefore);
  }

  boolean isClosed(String node) {
    return isClosed(node, after, pathsAfter);
  }

  private static boolean isClosed(String node, Limits moment, List<PathLimit> paths) {
    return Limits.isZero(moment.queueBytes(node))
        || paths.stream().anyMatch(path -> path.node().name().equals(node) && path.isOff());
  }

  /** Known to be above 0 before; a path whose queue tells nothing counts by its own file. */
  boolean isOpen(BlockNode node) {
    return Limits.isPositive(before.queueBytes(node.name()))
        || pathsBefore.stream()
            .anyMatch(path -> path.node().name().equals(node.name()) && path.isArmed());
  }

  /** Line 3 of the decision table. */
  Optional<Decision> rejection(Optional<Comparison> fallBack) {
    if (!fell()) {
      return Optional.empty();
    }
    String times =
        fallBack.map(slow -> "; the fall-back: " + Sentences.comparison(slow)).orElse("");
    return Optional.of(
        Decision.of(
                Level.AT_RISK,
                Code.REJECTED,
                "the limit fell to 0 during the probe: the device rejected WRITE SAME and the"
                    + " kernel switched it off until the next boot"
                    + times)
            .about(fallBack));
  }

  /** One sentence for each setting that is not what it was, but for limits that fell to 0. */
  List<String> differences() {
    Map<String, Reading<String>> then = before.values();
    Map<String, Reading<String>> now = after.values();
    TreeSet<String> paths = new TreeSet<>(then.keySet());
    paths.addAll(now.keySet());
    return paths.stream()
        .filter(path -> !text(then, path).equals(text(now, path)))
        .filter(path -> !isFallenLimit(path, text(now, path)))
        .map(path -> path + " changed from " + text(then, path) + " to " + text(now, path))
        .toList();
  }

  private static boolean isFallenLimit(String path, String now) {
    return now.equals("0") && LIMITS.stream().anyMatch(path::endsWith);
  }

  private static String text(Map<String, Reading<String>> values, String path) {
    return values
        .getOrDefault(path, Reading.absent(path))
        .fold(String::strip, absent -> "absent", (where, errno) -> "unreadable (" + errno + ")");
  }
}
