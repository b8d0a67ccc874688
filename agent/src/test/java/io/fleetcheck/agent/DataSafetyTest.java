package io.fleetcheck.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.probe.Commands;
import io.fleetcheck.agent.probe.LoopDisk;
import io.fleetcheck.agent.probe.Requires;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nobody's byte changes: files stand on the file system while agents zero blocks of it, a writer
 * keeps allocating and freeing beside them, every other agent is killed at a random moment; then
 * everything is read through a fresh mount and the file system is checked.
 */
@Timeout(300)
class DataSafetyTest {
  private static final int FILES = 200;
  private static final int RUNS = Integer.getInteger("fleetcheck.safety.runs", 4);

  @TempDir Path directory;
  private final Random random = new Random(42);

  @Test
  void ext4() throws Exception {
    Requires.command("e2fsck");
    probed(new String[] {"mkfs.ext4", "-q", "-F", "-b", "4096"}, "e2fsck", "-fn");
  }

  @Test
  void ext4WithSmallBlocks() throws Exception {
    Requires.command("e2fsck");
    probed(new String[] {"mkfs.ext4", "-q", "-F", "-b", "1024"}, "e2fsck", "-fn");
  }

  @Test
  void xfs() throws Exception {
    Requires.command("xfs_repair");
    probed(new String[] {"mkfs.xfs", "-q", "-f"}, "xfs_repair", "-n");
  }

  private void probed(String[] mkfs, String... check) throws Exception {
    try (LoopDisk disk = LoopDisk.with(400, mkfs).mount("rw")) {
      Map<Path, byte[]> contents = writeFiles(disk.mountPoint());
      CountDownLatch stop = new CountDownLatch(1);
      Thread writer = new Thread(() -> churn(disk.mountPoint(), stop));
      writer.start();
      try {
        for (int run = 0; run < RUNS; run++) {
          if (run % 2 == 0) {
            measured(disk);
          } else {
            killed(disk);
          }
        }
      } finally {
        stop.countDown();
        writer.join();
      }
      disk.unmount();
      Commands.run(check[0], check[1], disk.device());
      disk.mount("ro");
      for (Map.Entry<Path, byte[]> file : contents.entrySet()) {
        assertTrue(
            Arrays.equals(file.getValue(), Files.readAllBytes(file.getKey())),
            file.getKey() + " has changed");
      }
    }
  }

  private Map<Path, byte[]> writeFiles(Path mount) throws IOException {
    Map<Path, byte[]> contents = new HashMap<>();
    for (int i = 0; i < FILES; i++) {
      byte[] content = new byte[random.nextInt(200_000)];
      random.nextBytes(content);
      Path file = mount.resolve("file" + i);
      Files.write(file, content);
      contents.put(file, content);
    }
    return contents;
  }

  /** Allocates and frees, so that blocks change hands all the time. */
  private static void churn(Path mount, CountDownLatch stop) {
    try {
      byte[] block = new byte[1 << 20];
      Arrays.fill(block, (byte) 'x');
      for (int i = 0; !stop.await(5, TimeUnit.MILLISECONDS); i++) {
        Files.write(mount.resolve("churn" + i % 16), block, StandardOpenOption.CREATE);
        Files.deleteIfExists(mount.resolve("churn" + (i + 8) % 16));
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void measured(LoopDisk disk) throws Exception {
    try (AgentProcess agent = AgentProcess.onLoops(directory.resolve("lock"), disk.name())) {
      agent.say(AgentProcess.request(ProbeMode.EXTENT, 60)).until(Event.Done.class);
      int zeroed = 0;
      for (Event event : agent.seen()) {
        if (event instanceof Event.DiskProbed probed
            && probed.disk().text().equals(disk.name())
            && probed.result() instanceof ProbeResult.Measured measured) {
          zeroed = measured.zeroing().orElseThrow().series().get(0).pairs().size();
        }
      }
      assertTrue(zeroed >= 8, "nothing was zeroed: " + agent.seen());
    }
  }

  private void killed(LoopDisk disk) throws Exception {
    try (AgentProcess agent = AgentProcess.onLoops(directory.resolve("lock"), disk.name())) {
      agent.say(AgentProcess.request(ProbeMode.EXTENT, 60));
      int steps = 1 + random.nextInt(5);
      for (int i = 0; i < steps; i++) {
        agent.until(Event.Progress.class);
      }
      agent.handle().destroyForcibly();
      assertEquals(137, agent.exit());
    }
  }
}
