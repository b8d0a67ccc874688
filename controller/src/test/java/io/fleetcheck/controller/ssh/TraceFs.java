package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The kernel's tracefs, mounted for a test where nobody has mounted it. */
final class TraceFs implements AutoCloseable {
  private static final Path MOUNT = Path.of("/sys/kernel/tracing");

  private final boolean ours;

  private TraceFs(boolean ours) {
    this.ours = ours;
  }

  static TraceFs mounted() throws IOException {
    Skip.unlessRoot("mount tracefs");
    boolean ours = !Files.isDirectory(StubAgent.INSTANCES);
    if (ours) {
      Skip.unless(
          Shell.run("mount", "-t", "tracefs", "tracefs", MOUNT.toString()).status() == 0,
          "this kernel has no tracefs, so a killed agent leaves nothing in it");
    }
    return new TraceFs(ours);
  }

  /** Names of agents' instances. */
  List<String> instances() throws IOException {
    try (Stream<Path> instances = Files.list(StubAgent.INSTANCES)) {
      return instances
          .map(instance -> instance.getFileName().toString())
          .filter(name -> name.startsWith("fleetcheck-"))
          .sorted()
          .toList();
    }
  }

  void remove(String instance) throws IOException {
    Files.delete(StubAgent.INSTANCES.resolve(instance));
  }

  @Override
  public void close() throws IOException {
    if (ours) {
      Shell.must("umount", "-l", MOUNT.toString());
    }
  }
}
