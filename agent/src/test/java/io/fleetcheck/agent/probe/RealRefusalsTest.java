package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.natives.LinuxKernel;
import io.fleetcheck.agent.natives.NativeLibrary;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Topology;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Refusals that a loop device provokes for real: the kernel itself says so. */
@Timeout(120)
class RealRefusalsTest {
  private static void first(RefusalReason expected, List<RefusalReason> reasons) {
    assertTrue(!reasons.isEmpty(), "nothing was refused");
    assertEquals(expected, reasons.get(0), reasons.toString());
  }

  @Test
  void dataJournal() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("data=journal")) {
      first(RefusalReason.DATA_JOURNAL, new ProbeFixture().refusals(disk));
    }
  }

  @Test
  void dataJournalByDefaultOfTheFileSystem() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F")) {
      Commands.run("tune2fs", "-o", "journal_data", disk.device());
      disk.mount("rw");
      first(RefusalReason.DATA_JOURNAL, new ProbeFixture().refusals(disk));
    }
  }

  @Test
  void journalledAttributeInherited() throws Exception {
    Requires.command("debugfs");
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F")) {
      // As chattr +j sets it on the root directory, which needs CAP_SYS_RESOURCE: JOURNAL_DATA.
      Commands.run("debugfs", "-w", "-R", "set_inode_field <2> flags 0x84000", disk.device());
      disk.mount("rw");
      first(RefusalReason.JOURNALLED_FILE, new ProbeFixture().refusals(disk));
    }
  }

  @Test
  void encryptedDirectoryWithoutItsKey() throws Exception {
    Requires.command("debugfs");
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F", "-O", "encrypt")) {
      Commands.run("debugfs", "-w", "-R", "set_inode_field <2> flags 0x80800", disk.device());
      disk.mount("rw");
      // Nothing can be made there.
      first(RefusalReason.NO_TMPFILE, new ProbeFixture().refusals(disk));
    }
  }

  @Test
  void encryptedDirectoryWithItsKey() throws Exception {
    Requires.command("xfs_io");
    Requires.need(
        Files.exists(Path.of("/sys/fs/ext4/features/encryption")),
        "this kernel's ext4 has no encryption");
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F", "-O", "encrypt").mount("rw")) {
      // The root directory of an ext4 cannot be encrypted: one below it is mounted over it.
      String root = disk.mountPoint().toString();
      String added = Commands.run("sh", "-c", "printf %064d 7 | xfs_io -c add_enckey \"$0\"", root);
      String key = added.substring(added.lastIndexOf(' ') + 1);
      Path directory = Files.createDirectory(disk.mountPoint().resolve("data"));
      Commands.run("xfs_io", "-c", "set_encpolicy -v 2 " + key, directory.toString());
      disk.mountInstead(directory);
      first(RefusalReason.ENCRYPTED_FILE, new ProbeFixture().refusals(disk));
    }
  }

  @Test
  void daxAttributeInherited() throws Exception {
    Requires.command("xfs_io");
    for (String[] mkfs : new String[][] {{"mkfs.ext4", "-q", "-F"}, {"mkfs.xfs", "-q", "-f"}}) {
      try (LoopDisk disk = LoopDisk.with(400, mkfs).mount("rw")) {
        Commands.run("xfs_io", "-c", "chattr +x", disk.mountPoint().toString());
        first(RefusalReason.DAX_FILE, new ProbeFixture().refusals(disk));
      }
    }
  }

  @Test
  void inlineData() throws Exception {
    try (LoopDisk disk =
        LoopDisk.with(256, "mkfs.ext4", "-q", "-F", "-O", "inline_data").mount("rw")) {
      first(RefusalReason.INLINE_DATA, new ProbeFixture().refusals(disk));
    }
  }

  @Test
  void readOnlyMount() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("ro")) {
      ProbeResult result = new ProbeFixture().probe(disk);
      assertTrue(result instanceof ProbeResult.Refused, result.toString());
      assertEquals(
          List.of(RefusalReason.MOUNTED_READ_ONLY, RefusalReason.MOUNTED_READ_ONLY),
          ProbeFixture.reasons(result));
    }
  }

  @Test
  void xfsIsMeasuredAndBtrfsRefusedByType() throws Exception {
    Requires.fileSystem("btrfs");
    try (LoopDisk disk = LoopDisk.with(320, "mkfs.btrfs", "-q", "-f").mount("rw")) {
      first(RefusalReason.FILE_SYSTEM_TYPE, new ProbeFixture().refusals(disk));
    }
    try (LoopDisk disk = LoopDisk.with(400, "mkfs.xfs", "-q", "-f").mount("rw")) {
      ProbeResult.Measured measured = (ProbeResult.Measured) new ProbeFixture().probe(disk);
      assertEquals(ProbeMode.EXTENT, measured.mode());
      assertEquals(List.of(), measured.refusals());
    }
  }

  @Test
  void ext3AndExt2BearExt4sMagicNumber() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext3", "-q", "-F")) {
      Commands.run("mount", "-t", "ext3", disk.device(), disk.mountPoint().toString());
      try {
        first(RefusalReason.FILE_SYSTEM_TYPE, new ProbeFixture().refusals(disk));
      } finally {
        disk.unmount();
      }
    }
  }

  @Test
  void littleSpace() throws Exception {
    try (LoopDisk disk = LoopDisk.with(64, "mkfs.ext4", "-q", "-F").mount("rw")) {
      ProbeResult result = new ProbeFixture().probe(disk);
      assertEquals(
          List.of(RefusalReason.LITTLE_SPACE, RefusalReason.LITTLE_SPACE),
          ProbeFixture.reasons(result));
    }
  }

  @Test
  void noFileSystem() throws Exception {
    Requires.loopDevices();
    try (LoopDisk disk = new LoopDisk(64)) {
      assertEquals(List.of(RefusalReason.NO_FILE_SYSTEM), new ProbeFixture().refusals(disk));
    }
  }

  @Test
  void modeIsACeiling() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw")) {
      ProbeResult.Measured measured =
          (ProbeResult.Measured) new ProbeFixture().mode(ProbeMode.FILE).probe(disk);
      assertEquals(ProbeMode.FILE, measured.mode());
      assertTrue(measured.zeroing().isEmpty());
      assertEquals(5, measured.patterns().size());
      assertEquals(10, measured.patterns().get(0).preallocated().size());
    }
  }

  @Test
  void deviceTurnedReadOnlyBelowItsMount() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw")) {
      Commands.run("blockdev", "--setro", disk.device());
      try {
        first(RefusalReason.DEVICE_READ_ONLY, new ProbeFixture().refusals(disk));
      } finally {
        Commands.run("blockdev", "--setrw", disk.device());
      }
    }
  }

  @Test
  void diskThatFailsWhileTheFileIsFilled() throws Exception {
    Requires.loopDevices();
    Requires.command("mkfs.ext4");
    Path small = Files.createTempDirectory("fleetcheck-full");
    Commands.run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", small.toString());
    try (LoopDisk disk = new LoopDisk(Files.createDirectory(small.resolve("disk")), 256)) {
      disk.format("mkfs.ext4", "-q", "-F");
      disk.mount("rw");
      // From now on nothing more can be stored behind the disk.
      Commands.run("sh", "-c", "cat /dev/zero > \"$0\" 2>&1 || true", small + "/ballast");
      first(RefusalReason.FILL_FAILED, new ProbeFixture().refusals(disk));
      Files.delete(small.resolve("ballast"));
    } finally {
      Commands.run("umount", small.toString());
      Files.delete(small);
    }
  }

  @Test
  void spaceInPiecesThatAreTooSmall() throws Exception {
    try (LoopDisk disk =
        LoopDisk.with(180, "mkfs.ext4", "-q", "-F", "-b", "4096", "-O", "^has_journal")
            .mount("rw")) {
      // What ext4 keeps for itself would stay in one piece.
      Files.writeString(
          Path.of("/sys/fs/ext4", disk.name(), "reserved_clusters"), "0", StandardOpenOption.WRITE);
      Kernel kernel = LinuxKernel.load(new NativeLibrary(Optional.empty()));
      try (Descriptor ballast = kernel.createNameless(disk.mountPoint().toString())) {
        long end = fill(ballast);
        for (long at = 0; at < end; at += 8192) {
          ballast.punch(at, 4096);
        }
        ballast.sync();
        first(RefusalReason.NO_ALIGNED_RANGE, new ProbeFixture().refusals(disk));
      }
    }
  }

  /** Allocates all there is. */
  private static long fill(Descriptor file) throws SystemCallException {
    long end = 0;
    for (long step = 16L << 20; step >= 4096; step /= 2) {
      try {
        while (true) {
          file.allocate(end + step);
          end += step;
        }
      } catch (SystemCallException full) {
        assertEquals("ENOSPC", full.errno());
      }
    }
    return end;
  }

  @Test
  void readOnlyZonedAndUnreadableFacts() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw")) {
      first(
          RefusalReason.DEVICE_READ_ONLY,
          new ProbeFixture()
              .facts(Facts.node(disk, node -> Facts.with(node, Reading.known(true), node.queue())))
              .refusals(disk));
      first(
          RefusalReason.DEVICE_READ_ONLY,
          new ProbeFixture()
              .facts(
                  Facts.node(
                      disk,
                      node -> Facts.with(node, Reading.unreadable("ro", "EIO"), node.queue())))
              .refusals(disk));
      for (Reading<String> zoned :
          List.of(Reading.known("host-managed"), Reading.<String>unreadable("zoned", "EIO"))) {
        first(
            RefusalReason.ZONED,
            new ProbeFixture()
                .facts(
                    Facts.node(
                        disk,
                        node -> {
                          Map<String, Reading<String>> queue = new HashMap<>(node.queue());
                          queue.put("zoned", zoned);
                          return Facts.with(node, node.readOnly(), queue);
                        }))
                .refusals(disk));
      }
    }
  }

  /** Every mount with other facts. */
  private static UnaryOperator<Topology> mounts(
      Optional<String> number, Reading<List<String>> ext4Options) {
    return topology ->
        new Topology(
            topology.host(),
            topology.hbas(),
            topology.nodes(),
            topology.mounts().stream()
                .map(
                    mount ->
                        new Mount(
                            number.orElse(mount.number()),
                            mount.source(),
                            mount.path(),
                            mount.type(),
                            mount.options(),
                            ext4Options,
                            mount.blockSize()))
                .toList(),
            topology.swaps(),
            topology.disks());
  }

  @Test
  void numberThatNoBlockDeviceHas() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw")) {
      UnaryOperator<Topology> elsewhere =
          topology ->
              mounts(Optional.of("0:99"), Reading.known(List.of()))
                  .apply(
                      new Topology(
                          topology.host(),
                          topology.hbas(),
                          topology.nodes(),
                          topology.mounts().stream()
                              .filter(mount -> mount.source().equals(disk.device()))
                              .toList(),
                          topology.swaps(),
                          topology.disks()));
      first(RefusalReason.NO_BLOCK_DEVICE, new ProbeFixture().facts(elsewhere).refusals(disk));
    }
  }

  @Test
  void optionsOfExt4ThatCannotBeRead() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw")) {
      UnaryOperator<Topology> blind = mounts(Optional.empty(), Reading.absent("/proc/fs/ext4"));
      first(RefusalReason.DATA_JOURNAL, new ProbeFixture().facts(blind).refusals(disk));
    }
  }

  @Test
  void busyDiskIsLeftAlone() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw")) {
      Thread writer =
          new Thread(
              () -> {
                try (RandomAccessFile file =
                    new RandomAccessFile(disk.mountPoint().resolve("busy").toFile(), "rws")) {
                  byte[] block = new byte[1 << 20];
                  while (!Thread.currentThread().isInterrupted()) {
                    file.seek(0);
                    file.write(block);
                  }
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      writer.start();
      try {
        assertEquals(List.of(RefusalReason.BUSY), new ProbeFixture().busyLimit(5).refusals(disk));
      } finally {
        writer.interrupt();
        writer.join();
      }
    }
  }

  @Test
  void unmappingDiskIsAlsoMeasuredByPunching() throws Exception {
    Requires.command("e2fsck");
    try (LoopDisk disk = LoopDisk.with(400, "mkfs.ext4", "-q", "-F").mount("rw")) {
      ProbeResult.Measured measured =
          (ProbeResult.Measured)
              new ProbeFixture()
                  .facts(Facts.node(disk, Facts::unmapping))
                  .budget(15_000, 192L << 20)
                  .probe(disk);
      assertTrue(
          measured.zeroing().orElseThrow().series().stream()
              .anyMatch(
                  series ->
                      series.operation() == Series.Operation.PUNCH && series.pairs().size() >= 8),
          measured.toString());
      disk.unmount();
      Commands.run("e2fsck", "-fn", disk.device());
    }
  }

  @Test
  void mountHiddenByAnother() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw")) {
      String path = disk.mountPoint().toString();
      Commands.run("mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", path);
      try {
        assertEquals(
            List.of(RefusalReason.FILE_SYSTEM_TYPE, RefusalReason.NODE_MISMATCH),
            new ProbeFixture().refusals(disk));
      } finally {
        Commands.run("umount", path);
      }
    }
  }
}
