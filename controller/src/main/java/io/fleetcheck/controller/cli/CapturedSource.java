package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.capture.CapturedTree;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A captured tree that an audit reads in place of hosts.
 *
 * @param name what reports call the host: the file's name without what tells its format
 */
record CapturedSource(String name, CapturedTree tree) implements AutoCloseable {

  static CapturedSource open(Path path) throws UsageException {
    String file = String.valueOf(path.toAbsolutePath().normalize().getFileName());
    try {
      return new CapturedSource(
          file.replaceFirst("\\.(tar(\\.[a-z0-9]+)?|t[a-z]z)$", ""), CapturedTree.open(path));
    } catch (IOException e) {
      throw new UsageException("--sysroot: " + e.getMessage());
    }
  }

  Path root() {
    return tree.root();
  }

  @Override
  public void close() {
    tree.close();
  }
}
