package io.fleetcheck.agent.wire;

import java.util.HashMap;
import java.util.Map;

/**
 * What {@code /sys/class/scsi_device} and {@code /sys/class/scsi_disk} tell of one path to a LUN.
 *
 * @param hctl host:channel:target:lun
 * @param hba number of the SCSI host
 * @param type the peripheral device type, SPC-6; 0 is a disk, 0x14 a host-managed zoned disk
 * @param serial the unit serial number of VPD page 80, blanks trimmed
 * @param wwid as the kernel prints it
 * @param vpdPages pages as lower-case hexadecimal, by two-digit page number such as {@code b0}
 * @param device other attributes of the SCSI device, by file name: {@code state}, {@code
 *     queue_depth}
 * @param disk attributes of the scsi_disk, by file name: {@code max_write_same_blocks}, {@code
 *     zeroing_mode}, {@code provisioning_mode}, {@code thin_provisioning}, {@code cache_type},
 *     {@code FUA}, {@code protection_type}
 */
public record ScsiDisk(
    String hctl,
    int hba,
    Reading<Integer> type,
    Reading<String> vendor,
    Reading<String> model,
    Reading<String> revision,
    Reading<String> serial,
    Reading<String> wwid,
    Map<String, Reading<String>> vpdPages,
    Map<String, Reading<String>> device,
    Map<String, Reading<String>> disk) {

  public ScsiDisk {
    vpdPages = Map.copyOf(vpdPages);
    device = Map.copyOf(device);
    disk = Map.copyOf(disk);
  }

  /** The same, its parts taken from the pool where that has them. */
  ScsiDisk sharing(Pool pool) {
    Map<String, Reading<String>> pages = new HashMap<>();
    vpdPages.forEach((page, content) -> pages.put(page, pool.same(content)));
    return new ScsiDisk(
        hctl,
        hba,
        pool.same(type),
        pool.same(vendor),
        pool.same(model),
        pool.same(revision),
        serial,
        wwid,
        pages,
        pool.same(device),
        pool.same(disk));
  }

  /** In logical blocks; 0 means that the kernel never sends WRITE SAME. */
  public Reading<Long> maxWriteSameBlocks() {
    return diskAttribute("max_write_same_blocks").map(path("max_write_same_blocks"), Long::valueOf);
  }

  /** An attribute of the scsi_disk as text. */
  public Reading<String> diskAttribute(String attribute) {
    Reading<String> text = disk.get(attribute);
    return text == null ? Reading.absent(path(attribute)) : text;
  }

  private String path(String attribute) {
    return "/sys/class/scsi_disk/" + hctl + "/" + attribute;
  }
}
