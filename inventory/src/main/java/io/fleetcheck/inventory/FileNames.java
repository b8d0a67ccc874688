package io.fleetcheck.inventory;

/** {@code os.path.splitext}. */
final class FileNames {
  private FileNames() {}

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
