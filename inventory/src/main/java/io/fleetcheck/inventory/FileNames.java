package io.fleetcheck.inventory;

import java.nio.file.Path;

/** Names of files and, as {@code os.path.splitext}, their extensions. */
final class FileNames {
  private FileNames() {}

  /** The last part of a path. */
  static String of(Path file) {
    Path name = file.getFileName();
    return name == null ? "" : name.toString();
  }

  /** From the last dot on; dots that a name begins with do not count. */
  static String extension(String name) {
    int start = 0;
    while (start < name.length() && name.charAt(start) == '.') {
      start++;
    }
    int dot = name.lastIndexOf('.');
    return dot > start ? name.substring(dot) : "";
  }
}
