package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Device-mapper tables as a captured tree has them: lines {@code major:minor start sectors type
 * arguments}; {@code major:minor ! errno path} for one that could not be read; {@code major:minor ?
 * path} for one that was not there; {@code major:minor -} for one without a line.
 */
final class CapturedTables implements DeviceMapperTables {
  static final String CAPTURED = "fleetcheck/dm-tables";

  private final Map<String, Reading<List<BlockNode.Target>>> tables = new HashMap<>();

  CapturedTables(SysFiles files) {
    Map<String, List<BlockNode.Target>> read = new HashMap<>();
    for (String line : files.lines(CAPTURED).toOptional().orElse(List.of())) {
      int blank = line.indexOf(' ');
      String number = line.substring(0, Math.max(blank, 0));
      String rest = line.substring(blank + 1);
      try {
        if (rest.startsWith("! ")) {
          String[] failure = rest.split(" ", 3);
          tables.put(number, Reading.unreadable(failure[2], failure[1]));
        } else if (rest.startsWith("? ")) {
          tables.put(number, Reading.absent(rest.substring(2)));
        } else if (rest.equals("-")) {
          tables.put(number, Reading.known(List.of()));
        } else {
          read.computeIfAbsent(number, any -> new ArrayList<>()).add(target(rest));
        }
      } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
        tables.put(number, Reading.unreadable(SysFiles.shown(CAPTURED), "EINVAL"));
      }
    }
    read.forEach((number, targets) -> tables.putIfAbsent(number, Reading.known(targets)));
  }

  @Override
  public Reading<List<BlockNode.Target>> table(String number) {
    return tables.getOrDefault(number, Reading.absent(SysFiles.shown(CAPTURED)));
  }

  /** The lines that give this table back. */
  static List<String> lines(String number, Reading<List<BlockNode.Target>> table) {
    return table.fold(
        targets -> lines(number, targets),
        path -> List.of(number + " ? " + path),
        (path, errno) -> List.of(number + " ! " + errno + " " + path));
  }

  private static List<String> lines(String number, List<BlockNode.Target> targets) {
    List<String> lines = new ArrayList<>();
    for (BlockNode.Target target : targets) {
      String place = target.startSector() + " " + target.sectors();
      lines.add(number + " " + place + " " + target.type() + " " + target.arguments());
    }
    return lines.isEmpty() ? List.of(number + " -") : lines;
  }

  private static BlockNode.Target target(String line) {
    String[] words = line.split(" ", 4);
    return TableSecrets.target(
        Long.parseLong(words[0]), Long.parseLong(words[1]), words[2], words[3]);
  }
}
