package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.BlockNode.Kind;
import io.fleetcheck.agent.wire.Pool;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the directory of one block device. */
final class NodeReader {
  private static final int SECTOR = 512;

  /**
   * Where a directory {@code queue} cannot be listed, these must not look absent: an absent limit
   * is judged by another one.
   */
  private static final List<String> LIMITS =
      List.of("write_zeroes_max_bytes", "write_same_max_bytes");

  /** Attributes that tell a disk outside SCSI, in the node's directory. */
  private static final List<String> NODE_IDENTITY =
      List.of("wwid", "uuid", "nguid", "eui", "nsid", "serial");

  /** The same, in the directory of its device: NVMe controllers, MMC cards. */
  private static final List<String> DEVICE_IDENTITY =
      List.of("model", "serial", "firmware_rev", "transport", "address", "cid", "name");

  private final SysFiles files;
  private final DeviceMapperTables tables;
  private final ScsiDiskReader scsi;
  private final Map<String, Map<String, Reading<String>>> queues = new HashMap<>();
  private final Pool pool = new Pool();

  NodeReader(SysFiles files, DeviceMapperTables tables) {
    this.files = files;
    this.tables = tables;
    this.scsi = new ScsiDiskReader(files);
  }

  /**
   * @param directory of the device, links followed
   * @param below names as sysfs has them
   * @param links names under /dev that lead here
   */
  BlockNode read(String directory, List<String> below, List<String> links) throws IOException {
    String sysfsName = SysFiles.lastName(directory);
    String number = files.text(directory + "/dev").toOptional().orElse("");
    Optional<ScsiDisk> disk = scsi(directory);
    Kind kind = kind(directory, sysfsName, disk.isPresent());
    boolean partition = kind == Kind.PARTITION;
    BlockNode node =
        new BlockNode(
            NodeNames.ofSysfs(sysfsName),
            number,
            kind,
            sectors(directory + "/size"),
            flag(directory + "/ro"),
            partition ? sectors(directory + "/start").toOptional().orElse(0L) : 0,
            below.stream().map(NodeNames::ofSysfs).toList(),
            links,
            queue((partition ? SysFiles.parent(directory) : directory) + "/queue"),
            disk,
            kind == Kind.DEVICE_MAPPER
                ? Optional.of(deviceMapper(directory, number))
                : Optional.empty(),
            kind == Kind.MD ? Optional.of(md(directory + "/md")) : Optional.empty(),
            files.text(directory + "/loop/backing_file").toOptional(),
            driver(directory),
            identity(directory, kind));
    return node.sharing(pool);
  }

  /** Whether the node is one path of an NVMe multipath device, hidden from everybody. */
  boolean isHidden(String directory) {
    return files.text(directory + "/hidden").toOptional().orElse("0").equals("1");
  }

  private Kind kind(String directory, String name, boolean isScsi) {
    if (files.isFile(directory + "/partition")) {
      return Kind.PARTITION;
    }
    if (isScsi) {
      return Kind.SCSI;
    }
    if (NodeNames.isNumbered(name, "dm-")) {
      return Kind.DEVICE_MAPPER;
    }
    if (files.isDirectory(directory + "/md") || NodeNames.isNumbered(name, "md")) {
      return Kind.MD;
    }
    if (NodeNames.isNumbered(name, "loop")) {
      return Kind.LOOP;
    }
    if (NodeNames.isNumbered(name, "bcache")) {
      return Kind.BCACHE;
    }
    if (NodeNames.isNumbered(name, "drbd")) {
      return Kind.DRBD;
    }
    if (name.startsWith("nvme")) {
      return Kind.NVME;
    }
    boolean virtio = driver(directory).toOptional().orElse("").equals("virtio_blk");
    return virtio || name.startsWith("vd") ? Kind.VIRTIO : Kind.OTHER;
  }

  private Optional<ScsiDisk> scsi(String directory) throws IOException {
    Optional<String> device = device(directory);
    if (device.isPresent() && ScsiDiskReader.isHctl(SysFiles.lastName(device.get()))) {
      return Optional.of(scsi.read(device.get()));
    }
    return Optional.empty();
  }

  /** The device that a disk's node belongs to: its link, else, in captured trees, by its place. */
  private Optional<String> device(String directory) {
    Optional<String> linked = files.real(directory + "/device");
    if (linked.isPresent()) {
      return linked;
    }
    String parent = SysFiles.parent(directory);
    return SysFiles.lastName(parent).equals("block")
        ? Optional.of(SysFiles.parent(parent))
        : Optional.empty();
  }

  private Reading<String> driver(String directory) {
    String link = directory + "/device/driver";
    // An NVMe controller is a class device; its driver is bound to the PCI function above.
    Optional<String> name =
        files.linkedName(link).or(() -> files.linkedName(directory + "/device/device/driver"));
    return name.map(Reading::known).orElse(Reading.absent(SysFiles.shown(link)));
  }

  private Map<String, Reading<String>> queue(String directory) {
    Map<String, Reading<String>> known = queues.get(directory);
    if (known == null) {
      // Kept for partitions; the disks of an array have all the same.
      known = pool.same(Map.copyOf(readQueue(directory)));
      queues.put(directory, known);
    }
    return known;
  }

  private Map<String, Reading<String>> readQueue(String directory) {
    Map<String, Reading<String>> values = new LinkedHashMap<>();
    Reading<List<String>> names = files.names(directory);
    if (names instanceof Reading.Unreadable<List<String>> failed) {
      for (String limit : LIMITS) {
        values.put(limit, Reading.unreadable(failed.path() + "/" + limit, failed.errno()));
      }
    }
    for (String name : names.toOptional().orElse(List.of())) {
      if (!files.isDirectory(directory + "/" + name)) {
        values.put(name, files.text(directory + "/" + name));
      }
    }
    return values;
  }

  private BlockNode.DeviceMapper deviceMapper(String directory, String number) {
    return new BlockNode.DeviceMapper(
        files.text(directory + "/dm/name"),
        files.text(directory + "/dm/uuid"),
        number.isEmpty()
            ? Reading.absent(SysFiles.shown(directory) + "/dev")
            : tables.table(number));
  }

  private BlockNode.Md md(String directory) {
    Reading<String> level = files.text(directory + "/level");
    List<BlockNode.Member> members = new ArrayList<>();
    if (level.equals(Reading.known("raid0"))) {
      for (String name : files.names(directory).toOptional().orElse(List.of())) {
        if (name.startsWith("dev-")) {
          members.add(member(directory + "/" + name));
        }
      }
    }
    return new BlockNode.Md(
        level,
        files.text(directory + "/array_state"),
        files.text(directory + "/chunk_size"),
        files.text(directory + "/layout"),
        members);
  }

  private BlockNode.Member member(String directory) {
    String name = SysFiles.lastName(directory).substring("dev-".length());
    return new BlockNode.Member(
        NodeNames.ofSysfs(name),
        files.text(directory + "/slot"),
        files.text(directory + "/offset"),
        files.text(directory + "/size"));
  }

  private Map<String, Reading<String>> identity(String directory, Kind kind) {
    Map<String, Reading<String>> identity = new LinkedHashMap<>();
    if (kind == Kind.NVME || kind == Kind.VIRTIO || kind == Kind.OTHER) {
      addPresent(directory, NODE_IDENTITY, identity);
      if (kind != Kind.VIRTIO) {
        addPresent(directory + "/device", DEVICE_IDENTITY, identity);
      }
    }
    return identity;
  }

  private void addPresent(
      String directory, List<String> names, Map<String, Reading<String>> identity) {
    for (String name : names) {
      Reading<String> value = files.text(directory + "/" + name);
      if (!(value instanceof Reading.Absent)) {
        identity.putIfAbsent(name, value);
      }
    }
  }

  private Reading<Long> sectors(String path) {
    return files
        .text(path)
        .map(SysFiles.shown(path), text -> Math.multiplyExact(Long.parseLong(text), SECTOR));
  }

  private Reading<Boolean> flag(String path) {
    return files
        .text(path)
        .map(
            SysFiles.shown(path),
            text -> {
              if (text.equals("0") || text.equals("1")) {
                return text.equals("1");
              }
              throw new IllegalArgumentException(text);
            });
  }
}
