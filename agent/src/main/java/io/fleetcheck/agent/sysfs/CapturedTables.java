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
      String[] words = line.split(" ", 5);
      String number = words[0];
      if (words.length == 4 && words[1].equals("!")) {
        tables.put(number, Reading.unreadable(words[3], words[2]));
      } else if (words.length == 3 && words[1].equals("?")) {
        tables.put(number, Reading.absent(words[2]));
      } else if (words.length == 2 && words[1].equals("-")) {
        tables.put(number, Reading.known(List.of()));
      } else {
        try {
          read.computeIfAbsent(number, any -> new ArrayList<>()).add(target(words));
        } catch (IllegalArgumentException malformed) {
          tables.put(number, Reading.unreadable(SysFiles.shown(CAPTURED), "EINVAL"));
        }
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

  private static BlockNode.Target target(String[] words) {
    if (words.length < 5) {
      throw new IllegalArgumentException("a line is cut off");
    }
    return TableSecrets.target(
        Long.parseLong(words[1]), Long.parseLong(words[2]), words[3], words[4]);
  }
}
