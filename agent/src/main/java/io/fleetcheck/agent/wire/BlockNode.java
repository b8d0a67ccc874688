package io.fleetcheck.agent.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One block device of the kernel: a disk, a partition, or a layer made of others.
 *
 * @param name the kernel's, such as {@code sda1} or {@code dm-0}, with {@code !} as {@code /}
 * @param number {@code major:minor}
 * @param sizeBytes 0 for an empty drive
 * @param readOnly the kernel's {@code ro} attribute
 * @param startBytes a partition's offset in its disk; 0 elsewhere
 * @param below what it is made of: a partition's disk, otherwise its {@code slaves}
 * @param links names under {@code /dev/disk/by-id} and {@code /dev/mapper} that lead here
 * @param queue every file of {@code queue/}, by name, as text without the newline; a partition has
 *     its disk's
 * @param driver bound to the device, such as {@code nvme} or {@code virtio_blk}; of a SCSI disk
 *     only {@code sd}, the one that matters is its {@link Hba}'s
 * @param identity vendor, model, serial and the like of a disk outside SCSI, by sysfs name
 */
public record BlockNode(
    String name,
    String number,
    Kind kind,
    Reading<Long> sizeBytes,
    Reading<Boolean> readOnly,
    long startBytes,
    List<String> below,
    List<String> links,
    Map<String, Reading<String>> queue,
    Optional<ScsiDisk> scsi,
    Optional<DeviceMapper> deviceMapper,
    Optional<Md> md,
    Optional<String> loopFile,
    Reading<String> driver,
    Map<String, Reading<String>> identity) {

  /** What the node is. */
  public enum Kind {
    /** Every SCSI device with a block node, CD drives too: {@link ScsiDisk#type} tells. */
    SCSI,
    NVME,
    VIRTIO,
    PARTITION,
    DEVICE_MAPPER,
    MD,
    LOOP,
    BCACHE,
    DRBD,
    /** zram, ram, nbd, mmc, rbd and the like. */
    OTHER
  }

  /**
   * A device-mapper map.
   *
   * @param uuid tells its owner: {@code mpath-}, {@code LVM-}, {@code CRYPT-}
   * @param table unreadable without root and in most captured trees
   */
  public record DeviceMapper(
      Reading<String> name, Reading<String> uuid, Reading<List<Target>> table) {}

  /**
   * One line of a device-mapper table, in 512-byte sectors.
   *
   * @param arguments as the kernel prints them; never those of crypt and integrity targets in full:
   *     the key is cut out before anything sees it
   */
  public record Target(long startSector, long sectors, String type, String arguments) {}

  /**
   * An md array; texts as sysfs prints them.
   *
   * @param layout of RAID 0: 1 original, 2 alternate; other numbers are no layout
   * @param members of RAID 0 only
   */
  public record Md(
      Reading<String> level,
      Reading<String> state,
      Reading<String> chunkBytes,
      Reading<String> layout,
      List<Member> members) {
    public Md {
      members = List.copyOf(members);
    }
  }

  /**
   * A member of an md array.
   *
   * @param node its name
   * @param slot which one it is, from 0
   * @param offset where its data begins, in 512-byte sectors
   * @param size of its data, in KiB
   */
  public record Member(
      String node, Reading<String> slot, Reading<String> offset, Reading<String> size) {}

  public BlockNode {
    below = List.copyOf(below);
    links = List.copyOf(links);
    queue = Map.copyOf(queue);
    identity = Map.copyOf(identity);
  }

  /** The same node, its parts taken from the pool where that has them. */
  public BlockNode sharing(Pool pool) {
    return new BlockNode(
        name,
        number,
        kind,
        pool.same(sizeBytes),
        pool.same(readOnly),
        startBytes,
        below,
        links,
        pool.same(queue),
        scsi.map(disk -> disk.sharing(pool)),
        deviceMapper,
        md,
        loopFile,
        driver,
        identity);
  }

  /** A queue attribute that holds one decimal number; absent where there is no such file. */
  public Reading<Long> queueNumber(String attribute) {
    String path = "/sys/block/" + name + "/queue/" + attribute;
    Reading<String> text = queue.get(attribute);
    return text == null ? Reading.absent(path) : text.map(path, Long::valueOf);
  }
}
