package io.fleetcheck.agent.probe;

import java.nio.ByteBuffer;

/** What the probe asks of the kernel beside what a descriptor does. */
public interface Kernel {
  /**
   * A file without a name (O_TMPFILE | O_EXCL, so that it can never get one): nobody truncates,
   * moves or reflinks it by path, and it is freed when the process ends, however it ends.
   *
   * @throws SystemCallException EOPNOTSUPP or EISDIR where the file system has none
   */
  Descriptor createNameless(String directory) throws SystemCallException;

  /**
   * A block device node for reading and writing past the page cache.
   *
   * @param exclusive adds O_EXCL: EBUSY where the kernel itself uses the device
   * @throws SystemCallException EBUSY also where the kernel forbids writes to mounted devices
   */
  Descriptor openNode(String path, boolean exclusive) throws SystemCallException;

  /** In bytes. */
  int pageSize();

  /** A direct buffer that starts at a page's start, as O_DIRECT wants it. */
  ByteBuffer buffer(int bytes);

  /** The calling thread's input and output yields to everybody else's from now on. */
  void beIdle() throws SystemCallException;
}
