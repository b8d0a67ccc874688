package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.Reading;
import java.util.List;
import java.util.Optional;

/** Reads the directory of one SCSI host, such as {@code sys/devices/pci0000:00/.../host0}. */
final class HbaReader {
  /**
   * Attributes of scsi_host that name the board: mptsas, mpt3sas; lpfc; qla2xxx; aacraid, smartpqi;
   * arcmsr; be2iscsi. All are kept in memory by their drivers. megaraid_sas has none.
   */
  private static final List<String> MODEL =
      List.of(
          "board_name",
          "modelname",
          "model_name",
          "model",
          "host_fw_model",
          "beiscsi_adapter_family");

  /**
   * The same for the firmware: mptsas, mpt3sas, mpi3mr; lpfc; qla2xxx, qla4xxx, pm80xx, ipr; hpsa;
   * smartpqi; arcmsr; aacraid, whose firmware calls itself the kernel; be2iscsi.
   */
  private static final List<String> FIRMWARE =
      List.of(
          "version_fw",
          "fwrev",
          "fw_version",
          "firmware_revision",
          "firmware_version",
          "host_fw_version",
          "hba_kernel_version",
          "beiscsi_fw_ver");

  private final SysFiles files;

  HbaReader(SysFiles files) {
    this.files = files;
  }

  Hba read(String directory) {
    String name = SysFiles.lastName(directory);
    String attributes = directory + "/scsi_host/" + name;
    Optional<String> pci = pciFunction(directory);
    return new Hba(
        Integer.parseInt(name.substring("host".length())),
        driver(directory, attributes),
        pci.map(SysFiles::lastName)
            .map(Reading::known)
            .orElse(Reading.absent(SysFiles.shown(directory))),
        pci.map(this::pciId).orElse(Reading.absent(SysFiles.shown(directory))),
        first(attributes, MODEL),
        first(attributes, FIRMWARE));
  }

  /**
   * The driver bound to the nearest device above. Where that is a network card, the host belongs to
   * a driver on top of the card's (bnx2i, cxgb4i), which only {@code proc_name} tells.
   */
  private Reading<String> driver(String directory, String attributes) {
    String path = attributes + "/proc_name";
    Optional<String> procName =
        files.text(path).toOptional().filter(text -> !text.isEmpty() && !text.equals("(null)"));
    for (String at = SysFiles.parent(directory); !at.isEmpty(); at = SysFiles.parent(at)) {
      Optional<String> bound = files.linkedName(at + "/driver");
      if (bound.isPresent()) {
        boolean network = files.isDirectory(at + "/net");
        return Reading.known(network ? procName.orElse(bound.get()) : bound.get());
      }
    }
    if (procName.isPresent()) {
      return Reading.known(procName.get());
    }
    // Without any link, in a captured tree: of the drivers of USB interfaces only uas leaves its
    // proc_name unset (drivers/usb/storage), which the kernel prints so.
    boolean unset = files.text(path).toOptional().orElse("").equals("(null)");
    return unset && isUsbInterface(SysFiles.lastName(SysFiles.parent(directory)))
        ? Reading.known("uas")
        : Reading.absent(SysFiles.shown(path));
  }

  /** Such as {@code 2-1.4:1.0}: bus, ports, configuration, interface. */
  private static boolean isUsbInterface(String name) {
    int dash = name.indexOf('-');
    return dash > 0
        && NodeNames.isNumbered(name.substring(0, dash), "")
        && name.indexOf(':') > dash;
  }

  private static Optional<String> pciFunction(String directory) {
    for (String at = directory; !at.isEmpty(); at = SysFiles.parent(at)) {
      if (isPciAddress(SysFiles.lastName(at))) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** Such as {@code 0000:03:00.0}; the domain may have more digits. */
  private static boolean isPciAddress(String name) {
    int end = name.length();
    return end >= 12
        && name.charAt(end - 2) == '.'
        && name.charAt(end - 5) == ':'
        && name.charAt(end - 8) == ':'
        && name.indexOf(':') == end - 8;
  }

  private Reading<String> pciId(String function) {
    Reading<String> vendor = files.text(function + "/vendor");
    Reading<String> device = files.text(function + "/device");
    Reading<String> subvendor = files.text(function + "/subsystem_vendor");
    Reading<String> subdevice = files.text(function + "/subsystem_device");
    if (!vendor.isKnown() || !device.isKnown()) {
      return vendor.isKnown() ? device : vendor;
    }
    String id = plain(vendor) + ":" + plain(device);
    return Reading.known(
        subvendor.isKnown() && subdevice.isKnown()
            ? id + " " + plain(subvendor) + ":" + plain(subdevice)
            : id);
  }

  private static String plain(Reading<String> hexadecimal) {
    String text = hexadecimal.toOptional().orElse("");
    return text.startsWith("0x") ? text.substring(2) : text;
  }

  /** The first of the attributes that says something; else what came of the last failure. */
  private Reading<String> first(String directory, List<String> names) {
    Reading<String> result = Reading.absent(SysFiles.shown(directory));
    for (String name : names) {
      Reading<String> value = files.text(directory + "/" + name);
      if (value.isKnown() && !value.toOptional().orElse("").isEmpty()) {
        return value;
      }
      if (value instanceof Reading.Unreadable) {
        result = value;
      }
    }
    return result;
  }
}
