package io.fleetcheck.agent.sysfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountsTest {
  private static final String INFO = "proc/self/mountinfo";

  @TempDir Path temporary;
  private Tree tree;

  @BeforeEach
  void tree() {
    tree = new Tree(temporary);
    tree.scsi("sda", "8:0", "0:0:0:0");
    tree.scsi("sdb", "8:16", "0:0:1:0");
  }

  @Test
  void aMountHasTheOptionsOfItselfAndOfTheSuperblock() throws IOException {
    tree.file(
        INFO,
        "22 27 0:21 / /proc rw - proc proc rw\n"
            + "27 1 8:0 / / rw,relatime shared:1 master:2 - ext4 /dev/root rw,data=ordered");
    assertEquals(
        List.of(
            new Mount(
                "8:0",
                "/dev/root",
                "/",
                "ext4",
                List.of("rw", "relatime", "data=ordered"),
                Reading.absent("/proc/fs/ext4/sda/options"),
                Reading.absent("/"))),
        mounts());
  }

  @Test
  void blanksAndWorseInPathsAreShownAsTheyAre() throws IOException {
    tree.file(INFO, "1 0 8:0 / /srv/a\\040b\\011c\\134d\\012e\\043\u00e4 rw - xfs /dev/sda rw");
    assertEquals("/srv/a b\tc\\d\ne#\u00e4", mounts().get(0).path());
  }

  @Test
  void aReadOnlyMountOfAWritableSuperblockIsReadOnly() throws IOException {
    tree.file(INFO, "1 0 8:0 /sub /srv ro,relatime - xfs /dev/sda rw");
    assertTrue(mounts().get(0).readOnly());
  }

  @Test
  void ext4sOwnOptionsAreWholeTokens() throws IOException {
    tree.file(INFO, "1 0 8:0 / /srv rw - ext4 /dev/sda rw");
    tree.file("proc/fs/ext4/sda/options", "rw\nnodioread_nolock\ndata=ordered");
    List<String> options = mounts().get(0).ext4Options().toOptional().orElseThrow();
    assertEquals(List.of("rw", "nodioread_nolock", "data=ordered"), options);
  }

  @Test
  void theBlockSizeOfACapturedMountIsInAFile() throws IOException {
    tree.file(INFO, "1 0 8:0 / /srv rw - ext4 /dev/sda rw\n2 0 8:16 / /b rw - xfs /dev/sdb rw");
    tree.file("fleetcheck/filesystems", "8:0 1024\n8:16 ! EIO /b");
    assertEquals(Reading.known(1024L), mounts().get(0).blockSize());
    assertEquals(Reading.unreadable("/b", "EIO"), mounts().get(1).blockSize());
  }

  @Test
  void btrfsIsFoundByItsSourceAndLiesOnAllItsDevices() throws IOException {
    tree.file(INFO, "1 0 0:47 /@home /home rw - btrfs /dev/sda rw,subvol=/@home");
    tree.link("sys/fs/btrfs/0000-1111/devices/sda", "../../../../block/sda");
    tree.link("sys/fs/btrfs/0000-1111/devices/sdb", "../../../../block/sdb");
    tree.directory("sys/fs/btrfs/features");
    assertEquals(List.of("8:0", "8:16"), mounts().stream().map(Mount::number).toList());
  }

  @Test
  void aSourceUnderMapperIsFoundByTheMapsName() throws IOException {
    tree.file(tree.virtual("dm-0", "253:0", "sda") + "/dm/name", "vg-lv--x");
    tree.file(INFO, "1 0 0:47 / /home rw - btrfs /dev/mapper/vg-lv--x rw");
    assertEquals(List.of("253:0"), mounts().stream().map(Mount::number).toList());
  }

  @Test
  void whatIsMountedTwiceAppearsTwice() throws IOException {
    tree.file(INFO, "1 0 8:0 / /a rw - ext4 /dev/sda rw\n2 0 8:0 /x /b rw - ext4 /dev/sda rw");
    assertEquals(List.of("/a", "/b"), mounts().stream().map(Mount::path).toList());
  }

  @Test
  void olderCapturesHaveOnlyTheOldTable() throws IOException {
    tree.file("proc/mounts", "rootfs / rootfs rw 0 0\n/dev/sda /srv ext4 rw,relatime 0 0");
    assertEquals(List.of("/srv"), mounts().stream().map(Mount::path).toList());
  }

  @Test
  void aTableThatCannotBeReadIsNoEmptyTable() {
    tree.directory(INFO);
    assertThrows(IOException.class, this::mounts);
  }

  @Test
  void swapsAreNodesAndNotFiles() throws IOException {
    tree.file(tree.virtual("dm-0", "253:0", "sdb") + "/dm/name", "swap");
    tree.file(
        "proc/swaps",
        """
        Filename\t\t\t\tType\t\tSize\tUsed\tPriority
        /dev/dm-0                               partition\t7\t0\t-2
        /swap\\040file                            file\t7\t0\t-3""");
    assertEquals(List.of("dm-0"), tree.read().swaps());
  }

  private List<Mount> mounts() throws IOException {
    return tree.read().mounts();
  }
}
