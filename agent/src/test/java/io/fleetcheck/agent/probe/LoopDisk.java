package io.fleetcheck.agent.probe;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A loop device over a sparse file, with a file system where one is made, gone when closed. */
public final class LoopDisk implements AutoCloseable {
  private final Path directory;
  private final Path image;
  private final String device;
  private boolean mounted;

  /**
   * @param options of losetup
   */
  public LoopDisk(long mebibytes, String... options) throws IOException {
    this(Files.createTempDirectory("fleetcheck-loop"), mebibytes, options);
  }

  /**
   * @param directory where the backing file will be; gone in the end
   */
  LoopDisk(Path directory, long mebibytes, String... options) throws IOException {
    this.directory = directory;
    image = directory.resolve("image");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(mebibytes << 20);
    }
    List<String> command = new ArrayList<>(List.of("losetup", "-f", "--show"));
    command.addAll(Arrays.asList(options));
    command.add(image.toString());
    device = Commands.run(command.toArray(String[]::new));
    Files.createDirectory(mountPoint());
  }

  /** For a machine with loop devices, and the tool that makes this file system. */
  public static LoopDisk with(long mebibytes, String... mkfs) throws IOException {
    Requires.loopDevices();
    Requires.command(mkfs[0]);
    LoopDisk disk = new LoopDisk(mebibytes);
    disk.format(mkfs);
    return disk;
  }

  public void format(String... mkfs) throws IOException {
    List<String> command = new ArrayList<>(Arrays.asList(mkfs));
    command.add(device);
    Commands.run(command.toArray(String[]::new));
  }

  public LoopDisk mount(String options) throws IOException {
    Commands.run("mount", "-o", options, device, mountPoint().toString());
    mounted = true;
    return this;
  }

  public void unmount() throws IOException {
    mounted = false;
    Commands.run("umount", mountPoint().toString());
  }

  /** Mounts a directory of the file system in place of its root. */
  public void mountInstead(Path below) throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    Commands.run("mount", "--bind", below.toString(), other.toString());
    unmount();
    Commands.run("mount", "--bind", other.toString(), mountPoint().toString());
    mounted = true;
    Commands.run("umount", other.toString());
    Files.delete(other);
  }

  public Path mountPoint() {
    return directory.resolve("mnt");
  }

  /** The file that it is made of. */
  Path image() {
    return image;
  }

  /** Such as {@code /dev/loop3}. */
  public String device() {
    return device;
  }

  /** Such as {@code loop3}. */
  public String name() {
    return device.substring("/dev/".length());
  }

  @Override
  public void close() throws IOException {
    if (mounted) {
      unmount();
    }
    Commands.run("losetup", "-d", device);
    Files.delete(image);
    Files.delete(mountPoint());
    Files.delete(directory);
  }
}
