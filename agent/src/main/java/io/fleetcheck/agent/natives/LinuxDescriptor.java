package io.fleetcheck.agent.natives;

import io.fleetcheck.agent.probe.Descriptor;
import io.fleetcheck.agent.probe.Extent;
import io.fleetcheck.agent.probe.SystemCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An open descriptor. One thread at a time. */
final class LinuxDescriptor implements Descriptor {
  private static final int FALLOC_KEEP_SIZE = 1;
  private static final int FALLOC_PUNCH_HOLE = 2;
  private static final int SYNC_WAIT_BEFORE = 1;
  private static final int SYNC_WRITE = 2;
  private static final int FIEMAP_SYNC = 1;
  private static final int FIEMAP_HEADER = 32;
  private static final int FIEMAP_EXTENT = 56;
  private static final int FIEMAP_EXTENTS = 128;
  private static final int BLOCK_DEVICE = 0060000;
  private static final int FORMAT_MASK = 0170000;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int STATX_ATTR_DAX = 0x00200000;

  private final LibC c;
  private final Architecture architecture;
  private final int fd;
  private final String where;
  private final ByteBuffer memory =
      ByteBuffer.allocateDirect(FIEMAP_HEADER + FIEMAP_EXTENTS * FIEMAP_EXTENT)
          .order(ByteOrder.nativeOrder());
  private final long address;
  private boolean closed;

  LinuxDescriptor(LibC c, Architecture architecture, int fd, String where) {
    this.c = c;
    this.architecture = architecture;
    this.fd = fd;
    this.where = where;
    this.address = c.address(memory);
  }

  @Override
  public String where() {
    return where;
  }

  @Override
  public Status status() throws SystemCallException {
    check("fstat", c.syscall(architecture.fstat(), fd, address, 0, 0, 0));
    boolean block = (memory.getInt(architecture.modeOffset()) & FORMAT_MASK) == BLOCK_DEVICE;
    return new Status(
        number(memory.getLong(0)), number(memory.getLong(architecture.rdevOffset())), block);
  }

  /** The kernel's encoding of a device number on 64 bits, {@code linux/kdev_t.h}. */
  static String number(long device) {
    long major = (device >>> 8) & 0xfff;
    long minor = (device & 0xff) | ((device >>> 12) & 0xfff00);
    return major + ":" + minor;
  }

  @Override
  public Space space() throws SystemCallException {
    check("fstatfs", c.fstatfs(fd, address));
    boolean wide = architecture.statfsWord() == Long.BYTES;
    long type = wide ? memory.getLong(0) : memory.getInt(0);
    long blockSize = wide ? memory.getLong(Long.BYTES) : memory.getInt(Integer.BYTES);
    int counts = 2 * architecture.statfsWord();
    long total = memory.getLong(counts);
    long available = memory.getLong(counts + 2 * Long.BYTES);
    return new Space(type & 0xffffffffL, blockSize, total * blockSize, available * blockSize);
  }

  @Override
  public int flags() throws SystemCallException {
    memory.putLong(0, 0);
    check("ioctl(FS_IOC_GETFLAGS)", c.ioctl(fd, architecture.getFlags(), address));
    // The request says long; every file system writes an int.
    return memory.getInt(0);
  }

  @Override
  public int extendedFlags() throws SystemCallException {
    check("ioctl(FS_IOC_FSGETXATTR)", c.ioctl(fd, architecture.getExtended(), address));
    return memory.getInt(0);
  }

  @Override
  public void addExtendedFlags(int flags) throws SystemCallException {
    memory.putInt(0, extendedFlags() | flags);
    check("ioctl(FS_IOC_FSSETXATTR)", c.ioctl(fd, architecture.setExtended(), address));
  }

  @Override
  public boolean isDax() throws SystemCallException {
    int result = 1024;
    memory.put(result, (byte) 0);
    long rc = c.syscall(architecture.statx(), fd, address + result, AT_EMPTY_PATH, 0, address);
    if (rc < 0 && Errno.name(c.errno()).equals("ENOSYS")) {
      return false;
    }
    check("statx", rc);
    return (memory.getLong(Long.BYTES) & STATX_ATTR_DAX) != 0;
  }

  @Override
  public List<Extent> extents(long offset, long length, boolean sync) throws SystemCallException {
    List<Extent> extents = new ArrayList<>();
    long from = offset;
    while (from < offset + length) {
      memory.putLong(0, from);
      memory.putLong(8, offset + length - from);
      memory.putInt(16, sync ? FIEMAP_SYNC : 0);
      memory.putInt(20, 0);
      memory.putInt(24, FIEMAP_EXTENTS);
      memory.putInt(28, 0);
      check("ioctl(FS_IOC_FIEMAP)", c.ioctl(fd, Architecture.FIEMAP, address));
      int count = memory.getInt(20);
      for (int i = 0; i < count; i++) {
        int at = FIEMAP_HEADER + i * FIEMAP_EXTENT;
        extents.add(
            new Extent(
                memory.getLong(at),
                memory.getLong(at + 8),
                memory.getLong(at + 16),
                memory.getInt(at + 40)));
      }
      if (count < FIEMAP_EXTENTS) {
        break;
      }
      from = extents.get(extents.size() - 1).end();
    }
    return extents;
  }

  @Override
  public void write(ByteBuffer buffer, int length, long offset) throws SystemCallException {
    long from = c.address(buffer);
    int done = 0;
    while (done < length) {
      long n = c.pwrite(fd, from + done, length - done, offset + done);
      done += transferred("pwrite", n);
    }
  }

  @Override
  public void read(ByteBuffer buffer, int length, long offset) throws SystemCallException {
    long to = c.address(buffer);
    int done = 0;
    while (done < length) {
      long n = c.pread(fd, to + done, length - done, offset + done);
      done += transferred("pread", n);
    }
  }

  private int transferred(String operation, long n) throws SystemCallException {
    if (n < 0 && c.errno() == Errno.EINTR) {
      return 0;
    }
    check(operation, n);
    if (n == 0) {
      // The end of the file or device, where there should be more.
      throw new SystemCallException(operation, where, "ENODATA");
    }
    return (int) n;
  }

  @Override
  public void allocate(long length) throws SystemCallException {
    check("fallocate", c.fallocate(fd, 0, 0, length));
  }

  @Override
  public void punch(long offset, long length) throws SystemCallException {
    check(
        "fallocate(PUNCH_HOLE)",
        c.fallocate(fd, FALLOC_PUNCH_HOLE | FALLOC_KEEP_SIZE, offset, length));
  }

  @Override
  public void zeroOut(long offset, long length) throws SystemCallException {
    memory.putLong(0, offset);
    memory.putLong(8, length);
    check("ioctl(BLKZEROOUT)", c.ioctl(fd, architecture.zeroOut(), address));
  }

  @Override
  public void startWriting(long offset, long length) throws SystemCallException {
    check("sync_file_range", c.syncFileRange(fd, offset, length, SYNC_WRITE));
  }

  @Override
  public void waitForWriting(long offset, long length) throws SystemCallException {
    check("sync_file_range", c.syncFileRange(fd, offset, length, SYNC_WAIT_BEFORE));
  }

  @Override
  public void syncData() throws SystemCallException {
    check("fdatasync", c.fdatasync(fd));
  }

  @Override
  public void sync() throws SystemCallException {
    check("fsync", c.fsync(fd));
  }

  /** See {@link LinuxKernel#lock}; the descriptor stays open where the lock is ours. */
  Optional<String> lock(int operation, long pid) throws SystemCallException {
    byte[] text = new byte[32];
    if (c.flock(fd, operation) < 0) {
      if (c.errno() != Errno.EAGAIN) {
        check("flock", -1);
      }
      long n = Math.max(0, c.pread(fd, address, text.length, 0));
      memory.get(0, text, 0, (int) n);
      close();
      return Optional.of(new String(text, 0, (int) n, StandardCharsets.US_ASCII).strip());
    }
    byte[] ours = (pid + "\n").getBytes(StandardCharsets.US_ASCII);
    memory.put(0, ours);
    check("ftruncate", c.ftruncate(fd, 0));
    check("pwrite", c.pwrite(fd, address, ours.length, 0));
    return Optional.empty();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      c.close(fd);
    }
  }

  private void check(String operation, long result) throws SystemCallException {
    if (result < 0) {
      throw new SystemCallException(operation, where, Errno.name(c.errno()));
    }
  }
}
