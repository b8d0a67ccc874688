package io.fleetcheck.agent.probe;

import java.nio.ByteBuffer;
import java.util.List;

/** The real kernel, for tests that bend one answer of it. */
class BentKernel implements Kernel {
  private final Kernel real;

  BentKernel(Kernel real) {
    this.real = real;
  }

  /** Overridden to bend what a scratch file says. */
  Descriptor file(Descriptor real) {
    return real;
  }

  /** Overridden to bend what a block node says. */
  Descriptor node(Descriptor real) {
    return real;
  }

  @Override
  public Descriptor createNameless(String directory) throws SystemCallException {
    return file(real.createNameless(directory));
  }

  @Override
  public Descriptor openNode(String path, boolean exclusive) throws SystemCallException {
    return node(real.openNode(path, exclusive));
  }

  @Override
  public int pageSize() {
    return real.pageSize();
  }

  @Override
  public ByteBuffer buffer(int bytes) {
    return real.buffer(bytes);
  }

  @Override
  public void beIdle() throws SystemCallException {
    real.beIdle();
  }

  /** The real descriptor. */
  static class BentDescriptor implements Descriptor {
    private final Descriptor real;

    BentDescriptor(Descriptor real) {
      this.real = real;
    }

    @Override
    public String where() {
      return real.where();
    }

    @Override
    public Status status() throws SystemCallException {
      return real.status();
    }

    @Override
    public Space space() throws SystemCallException {
      return real.space();
    }

    @Override
    public int flags() throws SystemCallException {
      return real.flags();
    }

    @Override
    public int extendedFlags() throws SystemCallException {
      return real.extendedFlags();
    }

    @Override
    public void addExtendedFlags(int flags) throws SystemCallException {
      real.addExtendedFlags(flags);
    }

    @Override
    public boolean isDax() throws SystemCallException {
      return real.isDax();
    }

    @Override
    public List<Extent> extents(long offset, long length, boolean sync) throws SystemCallException {
      return real.extents(offset, length, sync);
    }

    @Override
    public void write(ByteBuffer buffer, int length, long offset) throws SystemCallException {
      real.write(buffer, length, offset);
    }

    @Override
    public void read(ByteBuffer buffer, int length, long offset) throws SystemCallException {
      real.read(buffer, length, offset);
    }

    @Override
    public void allocate(long length) throws SystemCallException {
      real.allocate(length);
    }

    @Override
    public void punch(long offset, long length) throws SystemCallException {
      real.punch(offset, length);
    }

    @Override
    public void zeroOut(long offset, long length) throws SystemCallException {
      real.zeroOut(offset, length);
    }

    @Override
    public void startWriting(long offset, long length) throws SystemCallException {
      real.startWriting(offset, length);
    }

    @Override
    public void waitForWriting(long offset, long length) throws SystemCallException {
      real.waitForWriting(offset, length);
    }

    @Override
    public void syncData() throws SystemCallException {
      real.syncData();
    }

    @Override
    public void sync() throws SystemCallException {
      real.sync();
    }

    @Override
    public void close() {
      real.close();
    }
  }
}
