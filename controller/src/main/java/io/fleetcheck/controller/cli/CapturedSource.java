package io.fleetcheck.controller.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A captured tree, as a directory.
 *
 * @param name what reports call the host
 */
record CapturedSource(String name, Path root) implements AutoCloseable {

  static CapturedSource open(Path tree) throws UsageException {
    Path path = tree.toAbsolutePath().normalize();
    String name = String.valueOf(path.getFileName()).replaceFirst("\\.tar(\\.[a-z0-9]+)?$", "");
    if (!Files.isDirectory(path)) {
      throw new UsageException("--sysroot: %s is no directory".formatted(tree));
    }
    return new CapturedSource(name, path);
  }

  @Override
  public void close() {}
}
