package io.fleetcheck.agent.natives;

import io.fleetcheck.agent.sysfs.DeviceMapperTables;
import io.fleetcheck.agent.sysfs.TableSecrets;
import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Device-mapper tables by ioctl DM_TABLE_STATUS on {@code /dev/mapper/control}; structures from
 * {@code linux/dm-ioctl.h}. Keys are cut out here, before anything sees them.
 */
public final class MapperTables implements DeviceMapperTables {
  public static final String CONTROL = "/dev/mapper/control";
  private static final int HEADER = 312;
  private static final int TARGET = 40;
  private static final int MAX_BUFFER = 16 << 20;
  private static final int STATUS_TABLE_FLAG = 1 << 4;
  private static final int BUFFER_FULL_FLAG = 1 << 8;

  private final LinuxKernel kernel;
  private final String control;

  public MapperTables(LinuxKernel kernel) {
    this(kernel, CONTROL);
  }

  MapperTables(LinuxKernel kernel, String control) {
    this.kernel = kernel;
    this.control = control;
  }

  @Override
  public Reading<List<BlockNode.Target>> table(String majorMinor) {
    LibC c = kernel.libC();
    int fd = c.open(control, Architecture.READ_WRITE | Architecture.CLOSE_ON_EXEC, 0);
    if (fd < 0) {
      return Reading.unreadable(control, Errno.name(c.errno()));
    }
    try {
      for (int size = 16 << 10; size <= MAX_BUFFER; size *= 8) {
        ByteBuffer buffer = request(size, majorMinor);
        if (c.ioctl(fd, Architecture.DM_TABLE_STATUS, c.address(buffer)) < 0) {
          return Reading.unreadable(control + " " + majorMinor, Errno.name(c.errno()));
        }
        if ((buffer.getInt(28) & BUFFER_FULL_FLAG) == 0) {
          return Reading.known(targets(buffer));
        }
      }
      return Reading.unreadable(control + " " + majorMinor, "EOVERFLOW");
    } finally {
      c.close(fd);
    }
  }

  private static ByteBuffer request(int size, String majorMinor) {
    int colon = majorMinor.indexOf(':');
    long major = Long.parseLong(majorMinor.substring(0, colon));
    long minor = Long.parseLong(majorMinor.substring(colon + 1));
    ByteBuffer buffer = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    buffer.putInt(0, 4); // The interface's major version; minor and patch level 0 suit all.
    buffer.putInt(12, size);
    buffer.putInt(16, HEADER);
    buffer.putInt(28, STATUS_TABLE_FLAG);
    buffer.putLong(40, (minor & 0xff) | (major << 8) | ((minor & ~0xffL) << 12));
    return buffer;
  }

  /** The kernel's answer; {@code next} of each target counts from the first target's start. */
  static List<BlockNode.Target> targets(ByteBuffer buffer) {
    int start = buffer.getInt(16);
    int count = buffer.getInt(20);
    List<BlockNode.Target> targets = new ArrayList<>();
    int at = start;
    for (int i = 0; i < count; i++) {
      String type = string(buffer, at + 24, 16);
      String arguments = string(buffer, at + TARGET, buffer.limit() - at - TARGET);
      targets.add(TableSecrets.target(buffer.getLong(at), buffer.getLong(at + 8), type, arguments));
      at = start + buffer.getInt(at + 20);
    }
    return targets;
  }

  private static String string(ByteBuffer buffer, int at, int limit) {
    int length = 0;
    while (length < limit && buffer.get(at + length) != 0) {
      length++;
    }
    byte[] bytes = new byte[length];
    buffer.get(at, bytes);
    return new String(bytes, StandardCharsets.UTF_8).strip();
  }
}
