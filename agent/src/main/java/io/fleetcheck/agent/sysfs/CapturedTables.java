package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Device-mapper tables as a captured tree has them: lines {@code major:minor start sectors type
 * arguments}, or {@code major:minor ! errno} for one that could not be read.
 */
final class CapturedTables implements DeviceMapperTables {
  static final String CAPTURED = "fleetcheck/dm-tables";

  private final Map<String, Reading<List<BlockNode.Target>>> tables = new HashMap<>();

  CapturedTables(SysFiles files) {
    Map<String, List<BlockNode.Target>> read = new HashMap<>();
    for (String line : files.lines(CAPTURED).toOptional().orElse(List.of())) {
      String[] words = line.split(" ", 5);
      String number = words[0];
      if (words.length >= 3 && words[1].equals("!")) {
        tables.put(number, Reading.unreadable("/dev/mapper/control", words[2]));
      } else if (words.length == 5) {
        try {
          read.computeIfAbsent(number, any -> new ArrayList<>())
              .add(
                  TableSecrets.target(
                      Long.parseLong(words[1]), Long.parseLong(words[2]), words[3], words[4]));
        } catch (NumberFormatException malformed) {
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
        targets ->
            targets.stream()
                .map(
                    target ->
                        number
                            + " "
                            + target.startSector()
                            + " "
                            + target.sectors()
                            + " "
                            + target.type()
                            + " "
                            + target.arguments())
                .toList(),
        path -> List.of(),
        (path, errno) -> List.of(number + " ! " + errno));
  }
}
