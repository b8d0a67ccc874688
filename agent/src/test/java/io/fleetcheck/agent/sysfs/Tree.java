package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A host made up for a test: files below a temporary root, as a kernel would show them. */
final class Tree {
  private static final String PCI = "sys/devices/pci0000:00/0000:00:02.0";

  private final Path root;

  Tree(Path root) {
    this.root = root;
    directory("sys/class/block");
    directory("sys/block");
    directory("sys/class/scsi_disk");
  }

  Path root() {
    return root;
  }

  Topology read() throws IOException {
    return TopologyReader.read(root, DeviceMapperTables.none());
  }

  Tree file(String path, String text) {
    return bytes(path, (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Given as hexadecimal. */
  Tree page(String path, String hex) {
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes(path, bytes);
  }

  Tree directory(String path) {
    try {
      Files.createDirectories(root.resolve(path));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Tree link(String path, String target) {
    try {
      directory(SysFiles.parent(path));
      Files.createSymbolicLink(root.resolve(path), Path.of(target));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What an agent sent. */
  Tree entries(List<Event.Captured> entries) {
    for (Event.Captured entry : entries) {
      switch (entry.entry()) {
        case FILE -> bytes(entry.path(), entry.content().getBytes(StandardCharsets.ISO_8859_1));
        case DIRECTORY -> directory(entry.path());
        case LINK -> link(entry.path(), entry.content());
      }
    }
    return this;
  }

  /** A SCSI disk of host 0 behind a PCI function; the directory of its device. */
  String scsi(String name, String number, String hctl) {
    String host = PCI + "/host" + hctl.substring(0, hctl.indexOf(':'));
    String device = host + "/target" + hctl.substring(0, hctl.lastIndexOf(':')) + "/" + hctl;
    String hostName = SysFiles.lastName(host);
    file(host + "/scsi_host/" + hostName + "/proc_name", "acme");
    file(device + "/type", "0");
    file(device + "/vendor", "ACME    ");
    file(device + "/model", "LUN-HDD         ");
    file(device + "/rev", "0006");
    file(device + "/state", "running");
    file(device + "/scsi_disk/" + hctl + "/max_write_same_blocks", "65535");
    file(device + "/scsi_disk/" + hctl + "/zeroing_mode", "writesame");
    file(device + "/scsi_disk/" + hctl + "/provisioning_mode", "full");
    block(device + "/block/" + name, number);
    link(device + "/block/" + name + "/device", "../../../" + hctl);
    link("sys/class/scsi_disk/" + hctl, "../../../" + device + "/scsi_disk/" + hctl);
    return device;
  }

  /** A device without hardware, such as dm-0. */
  String virtual(String name, String number, String... slaves) {
    String directory = "sys/devices/virtual/block/" + name;
    block(directory, number);
    for (String slave : slaves) {
      link(directory + "/slaves/" + slave, "../../" + slave);
    }
    return directory;
  }

  Tree partition(String disk, String name, String number, long startSector) {
    String directory = disk + "/" + name;
    file(directory + "/partition", "1");
    file(directory + "/start", String.valueOf(startSector));
    return attributes(directory, number);
  }

  private void block(String directory, String number) {
    String name = SysFiles.lastName(directory);
    attributes(directory, number);
    file(directory + "/queue/write_zeroes_max_bytes", "33553920");
    file(directory + "/queue/nomerges", "0");
    file(directory + "/queue/scheduler", "none [mq-deadline]");
    file(directory + "/stat", "   1 2 3 4 5 6 7 8 0 1234 11");
    file(directory + "/inflight", "       2        3");
    directory(directory + "/holders");
    directory(directory + "/slaves");
    link("sys/class/block/" + name, "../../../" + directory);
    link("sys/block/" + name, "../../" + directory);
  }

  private Tree attributes(String directory, String number) {
    file(directory + "/dev", number);
    file(directory + "/size", "2048");
    return file(directory + "/ro", "0");
  }

  private Tree bytes(String path, byte[] bytes) {
    try {
      directory(SysFiles.parent(path));
      Files.write(root.resolve(path), bytes);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
