package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;

/**
 * Cuts keys out of device-mapper tables. The kernel prints them in the clear to root
 * (Documentation/admin-guide/device-mapper: dm-crypt.rst, dm-integrity.rst; Android's default-key).
 */
public final class TableSecrets {
  private static final String CUT = "-";

  private TableSecrets() {}

  /**
   * One line of a table, with its keys cut out.
   *
   * @param start first sector of 512 bytes
   * @param arguments as the kernel prints them
   */
  public static BlockNode.Target target(long start, long sectors, String type, String arguments) {
    String safe =
        switch (type) {
          // <cipher> <key or :size:type:description> <iv_offset> <device> ...
          case "crypt", "default-key" -> withoutSecond(arguments);
          // ... internal_hash:<algorithm>:<key> journal_crypt:... journal_mac:...
          case "integrity" -> withoutThirdParts(arguments);
          default -> arguments;
        };
    return new BlockNode.Target(start, sectors, type, safe);
  }

  private static String withoutSecond(String arguments) {
    int first = arguments.indexOf(' ');
    if (first < 0) {
      return arguments;
    }
    int second = arguments.indexOf(' ', first + 1);
    String rest = second < 0 ? "" : arguments.substring(second);
    return arguments.substring(0, first + 1) + CUT + rest;
  }

  private static String withoutThirdParts(String arguments) {
    StringBuilder safe = new StringBuilder();
    for (String word : arguments.split(" ", -1)) {
      boolean hash =
          word.startsWith("internal_hash:")
              || word.startsWith("journal_crypt:")
              || word.startsWith("journal_mac:");
      int key = hash ? word.indexOf(':', word.indexOf(':') + 1) : -1;
      safe.append(safe.length() == 0 ? "" : " ");
      safe.append(key < 0 ? word : word.substring(0, key + 1) + CUT);
    }
    return safe.toString();
  }
}
