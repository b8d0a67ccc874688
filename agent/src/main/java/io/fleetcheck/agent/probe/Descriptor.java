package io.fleetcheck.agent.probe;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * An open file or block device. Offsets and lengths are bytes. Only {@link #zeroOut}, {@link
 * #write} and {@link #punch} on a block device can harm anybody: who calls them has proved before
 * whose blocks these are.
 */
public interface Descriptor extends AutoCloseable {
  /** The path it was opened by, for messages. */
  String where();

  Status status() throws SystemCallException;

  Space space() throws SystemCallException;

  /** FS_IOC_GETFLAGS: FS_*_FL of {@code linux/fs.h}. */
  int flags() throws SystemCallException;

  /** FS_IOC_FSGETXATTR: FS_XFLAG_* of {@code linux/fs.h}. */
  int extendedFlags() throws SystemCallException;

  /** FS_IOC_FSSETXATTR: adds flags to those that are set. */
  void addExtendedFlags(int flags) throws SystemCallException;

  /** Whether statx says DAX; false on kernels before 4.11, which have no statx. */
  boolean isDax() throws SystemCallException;

  /**
   * FS_IOC_FIEMAP of a range; pieces that overlap its ends are given whole.
   *
   * @param sync FIEMAP_FLAG_SYNC: writes dirty pages first
   */
  List<Extent> extents(long offset, long length, boolean sync) throws SystemCallException;

  /** Writes the buffer's first bytes, all of them. */
  void write(ByteBuffer buffer, int length, long offset) throws SystemCallException;

  /** Fills the buffer's first bytes, all of them. */
  void read(ByteBuffer buffer, int length, long offset) throws SystemCallException;

  /** Fallocate with mode 0. */
  void allocate(long length) throws SystemCallException;

  /** Fallocate(PUNCH_HOLE | KEEP_SIZE). */
  void punch(long offset, long length) throws SystemCallException;

  /** Ioctl BLKZEROOUT. */
  void zeroOut(long offset, long length) throws SystemCallException;

  /** Starts to write dirty pages: sync_file_range(WRITE). */
  void startWriting(long offset, long length) throws SystemCallException;

  /** Waits for what {@link #startWriting} started: sync_file_range(WAIT_BEFORE). */
  void waitForWriting(long offset, long length) throws SystemCallException;

  void syncData() throws SystemCallException;

  void sync() throws SystemCallException;

  /** Never throws: what is closed is closed. */
  @Override
  void close();

  /**
   * From fstat.
   *
   * @param device {@code major:minor} of the file system that it lies on
   * @param node {@code major:minor} that it stands for; {@code 0:0} for a file
   */
  record Status(String device, String node, boolean isBlockDevice) {}

  /**
   * From fstatfs.
   *
   * @param type the magic number of {@code linux/magic.h}
   * @param blockSize in bytes
   * @param total in bytes
   * @param available to ordinary users, in bytes
   */
  record Space(long type, long blockSize, long total, long available) {}
}
