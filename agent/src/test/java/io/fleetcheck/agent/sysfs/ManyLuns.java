package io.fleetcheck.agent.sysfs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A host with very many LUNs of a storage array, each behind two paths and a multipath map, as
 * Linux 6.1 shows them. Files that are alike are one file with many names, so that a tree of some
 * 700,000 files is made in seconds and takes little room.
 */
public final class ManyLuns {
  /** File systems allow so many names of a file, ext4 the fewest. */
  private static final int MAX_LINKS = 60_000;

  private static final String QUEUE =
      """
      add_random=0
      chunk_sectors=0
      dax=0
      discard_granularity=0
      discard_max_bytes=0
      discard_max_hw_bytes=0
      discard_zeroes_data=0
      dma_alignment=511
      fua=1
      hw_sector_size=512
      io_poll=0
      io_poll_delay=-1
      io_timeout=30000
      iostats=1
      logical_block_size=512
      max_discard_segments=1
      max_hw_sectors_kb=32767
      max_integrity_segments=0
      max_sectors_kb=1280
      max_segment_size=65536
      max_segments=168
      minimum_io_size=512
      nomerges=0
      nr_requests=64
      nr_zones=0
      optimal_io_size=0
      physical_block_size=512
      read_ahead_kb=128
      rotational=1
      rq_affinity=1
      scheduler=[mq-deadline] none
      stable_writes=0
      virt_boundary_mask=0
      wbt_lat_usec=75000
      write_cache=write back
      write_same_max_bytes=0
      write_zeroes_max_bytes=33553920
      zone_append_max_bytes=0
      zone_write_granularity=0
      zoned=none
      """;

  private static final String DEVICE =
      """
      type=0
      vendor=ACME
      model=ARRAY-LUN
      rev=8102
      state=running
      queue_depth=64
      queue_type=simple
      scsi_level=7
      timeout=30
      eh_timeout=10
      dh_state=alua
      access_state=active/optimized
      preferred_path=1
      """;

  private static final String SCSI_DISK =
      """
      FUA=1
      allow_restart=0
      app_tag_own=0
      cache_type=write back
      manage_start_stop=0
      max_medium_access_timeouts=2
      max_retries=5
      max_write_same_blocks=65535
      protection_mode=none
      protection_type=0
      provisioning_mode=full
      thin_provisioning=0
      zeroing_mode=writesame
      """;

  private final Path root;
  private final Set<Path> directories = new HashSet<>();
  private final Map<String, Same> files = new HashMap<>();

  /** The first name of a file with some content, and how many it has. */
  private record Same(Path first, int names) {}

  private ManyLuns(Path root) {
    this.root = root;
  }

  /** Makes the tree in an empty directory. */
  public static void make(Path root, int luns) throws IOException {
    new ManyLuns(root).make(luns);
  }

  private void make(int luns) throws IOException {
    file("proc/sys/kernel/hostname", "many");
    for (int host = 0; host < 2; host++) {
      file(device(host) + "/scsi_host/host" + host + "/proc_name", "lpfc");
    }
    for (int lun = 0; lun < luns; lun++) {
      for (int host = 0; host < 2; host++) {
        path(lun, host);
      }
      map(lun);
    }
  }

  private void path(int lun, int host) throws IOException {
    String hctl = host + ":0:0:" + lun;
    String scsi = device(host) + "/rport-" + host + ":0-0/target" + host + ":0:0/" + hctl;
    attributes(scsi, DEVICE);
    attributes(scsi + "/scsi_disk/" + hctl, SCSI_DISK);
    file(scsi + "/wwid", "naa." + name(lun));
    String serial = String.format("%016x", lun);
    bytes(scsi + "/vpd_pg0", "\0\0\0\7\0\200\203\260\261\262\267");
    bytes(scsi + "/vpd_pg80", "\0\200\0\020" + serial);
    bytes(scsi + "/vpd_pg83", "\0\203\0\024\1\3\0\020" + binary(name(lun)));
    bytes(scsi + "/vpd_pgb0", "\0\260\0\074" + "\0".repeat(60));
    bytes(scsi + "/vpd_pgb1", "\0\261\0\074" + "\0".repeat(60));
    bytes(scsi + "/vpd_pgb2", "\0\262\0\4\0\0\0\0");
    String disk = "sd" + letters(2 * lun + host);
    String block = scsi + "/block/" + disk;
    block(block, disk, 2 * lun + host, 65);
    link(block + "/device", "../../../" + hctl);
    link(block + "/holders/dm-" + lun, "dm-" + lun);
    link("sys/class/scsi_disk/" + hctl, up(2) + "../" + scsi + "/scsi_disk/" + hctl);
  }

  private void map(int lun) throws IOException {
    String directory = "sys/devices/virtual/block/dm-" + lun;
    String uuid = "mpath-3" + name(lun);
    block(directory, "dm-" + lun, lun, 253);
    file(directory + "/dm/name", "3" + name(lun));
    file(directory + "/dm/uuid", uuid);
    for (int host = 0; host < 2; host++) {
      String disk = "sd" + letters(2 * lun + host);
      link(directory + "/slaves/" + disk, disk);
    }
    for (String id : new String[] {"dm-uuid-" + uuid, "scsi-3" + name(lun), "wwn-0x" + name(lun)}) {
      link("dev/disk/by-id/" + id, "../../dm-" + lun);
    }
    link("dev/mapper/3" + name(lun), "../dm-" + lun);
  }

  private void block(String directory, String name, int minor, int major) throws IOException {
    attributes(directory + "/queue", QUEUE);
    file(directory + "/dev", major + ":" + minor);
    file(directory + "/size", "209715200");
    file(directory + "/ro", "0");
    directory(directory + "/holders");
    directory(directory + "/slaves");
    link("sys/class/block/" + name, up(2) + "../" + directory);
  }

  private void attributes(String directory, String lines) throws IOException {
    for (String line : lines.lines().toList()) {
      int equals = line.indexOf('=');
      file(directory + "/" + line.substring(0, equals), line.substring(equals + 1));
    }
  }

  private void file(String path, String text) throws IOException {
    bytes(path, text + "\n");
  }

  private void bytes(String path, String latin1) throws IOException {
    Path file = root.resolve(path);
    directory(SysFiles.parent(path));
    Same same = files.get(latin1);
    if (same == null || same.names() == MAX_LINKS) {
      Files.write(file, latin1.getBytes(StandardCharsets.ISO_8859_1));
      files.put(latin1, new Same(file, 1));
    } else {
      Files.createLink(file, same.first());
      files.put(latin1, new Same(same.first(), same.names() + 1));
    }
  }

  private void link(String path, String target) throws IOException {
    directory(SysFiles.parent(path));
    Files.createSymbolicLink(root.resolve(path), Path.of(target));
  }

  private void directory(String path) throws IOException {
    if (directories.add(root.resolve(path))) {
      Files.createDirectories(root.resolve(path));
    }
  }

  private static String device(int host) {
    return "sys/devices/pci0000:00/0000:00:0" + (2 + host) + ".0/host" + host;
  }

  private static String up(int levels) {
    return "../".repeat(levels);
  }

  /** 32 hexadecimal digits, NAA type 6. */
  private static String name(int lun) {
    return "600a0b80" + String.format("%024x", lun);
  }

  private static String binary(String hex) {
    StringBuilder bytes = new StringBuilder();
    for (int i = 0; i < hex.length(); i += 2) {
      bytes.append((char) Integer.parseInt(hex, i, i + 2, 16));
    }
    return bytes.toString();
  }

  /** sda to sdz, then sdaa: sd_format_disk_name of drivers/scsi/sd.c. */
  private static String letters(int number) {
    StringBuilder letters = new StringBuilder();
    for (int n = number; n >= 0; n = n / 26 - 1) {
      letters.insert(0, (char) ('a' + n % 26));
    }
    return letters.toString();
  }
}
