package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the directory of one SCSI device, such as {@code sys/devices/.../0:0:1:0}. */
final class ScsiDiskReader {
  /**
   * The pages that the kernel keeps, by the name in SPC-6 and by that of the file:
   * drivers/scsi/scsi_sysfs.c.
   */
  private static final List<String> PAGES = List.of("00", "80", "83", "89", "b0", "b1", "b2", "b7");

  /** Attributes that do not change by themselves. */
  private static final List<String> DEVICE =
      List.of(
          "state",
          "queue_depth",
          "queue_type",
          "scsi_level",
          "timeout",
          "eh_timeout",
          "dh_state",
          "access_state",
          "preferred_path",
          "sas_address");

  /** What every directory of sysfs has beside its attributes. */
  private static final List<String> NO_ATTRIBUTES =
      List.of("uevent", "power", "subsystem", "device");

  private final SysFiles files;

  ScsiDiskReader(SysFiles files) {
    this.files = files;
  }

  /** Whether a name is a host:channel:target:lun. */
  static boolean isHctl(String name) {
    int colons = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == ':') {
        colons++;
      } else if (c < '0' || c > '9') {
        return false;
      }
    }
    return colons == 3 && name.charAt(0) != ':';
  }

  /**
   * @throws IOException where the attributes cannot be listed
   */
  ScsiDisk read(String device) throws IOException {
    String hctl = SysFiles.lastName(device);
    Map<String, Reading<String>> pages = new LinkedHashMap<>();
    for (String page : PAGES) {
      pages.put(page, files.raw(pageFile(device, page)).map("", Vpd::hex));
    }
    Map<String, Reading<String>> attributes = new LinkedHashMap<>();
    for (String name : DEVICE) {
      Reading<String> value = files.text(device + "/" + name);
      if (!(value instanceof Reading.Absent)) {
        attributes.put(name, value);
      }
    }
    String type = device + "/type";
    String serial = pageFile(device, "80");
    return new ScsiDisk(
        hctl,
        Integer.parseInt(hctl.substring(0, hctl.indexOf(':'))),
        files.text(type).map(SysFiles.shown(type), Integer::valueOf),
        files.text(device + "/vendor"),
        files.text(device + "/model"),
        files.text(device + "/rev"),
        files.raw(serial).map(SysFiles.shown(serial), Vpd::serial),
        wwid(device),
        pages,
        attributes,
        diskAttributes(device + "/scsi_disk/" + hctl));
  }

  static String pageFile(String device, String page) {
    return device + "/vpd_pg" + (page.equals("00") ? "0" : page);
  }

  private Map<String, Reading<String>> diskAttributes(String directory) throws IOException {
    Map<String, Reading<String>> attributes = new LinkedHashMap<>();
    for (String name : files.namesOrNone(directory)) {
      if (!NO_ATTRIBUTES.contains(name)) {
        attributes.put(name, files.text(directory + "/" + name));
      }
    }
    return attributes;
  }

  private Reading<String> wwid(String device) {
    Reading<String> attribute = files.text(device + "/wwid");
    if (!(attribute instanceof Reading.Absent)) {
      return attribute;
    }
    String path = pageFile(device, "83");
    return files
        .raw(path)
        .map(SysFiles.shown(path), Vpd::wwid)
        .fold(
            name ->
                name.map(Reading::known).orElse(Reading.absent(SysFiles.shown(device) + "/wwid")),
            Reading::absent,
            Reading::unreadable);
  }
}
