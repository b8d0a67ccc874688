package io.fleetcheck.agent.natives;

import io.fleetcheck.agent.probe.Descriptor;
import io.fleetcheck.agent.probe.Kernel;
import io.fleetcheck.agent.probe.SystemCallException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The kernel that the agent runs on. */
public final class LinuxKernel implements Kernel {
  private static final int OWNER_ONLY = 0600;
  private static final int WHO_PROCESS = 1;
  private static final int CLASS_IDLE = 3 << 13;
  private static final int LOCK_EXCLUSIVE = 2;
  private static final int LOCK_NO_WAIT = 4;

  private final LibC c = new LibC();
  private final Architecture architecture = Architecture.of(System.getProperty("os.arch"));
  private final int pageSize = c.getpagesize();

  private LinuxKernel() {}

  /**
   * Loads the native library.
   *
   * @throws NativeCodeException where that fails, with the one line to show
   */
  public static LinuxKernel load(NativeLibrary library) throws NativeCodeException {
    library.load();
    try {
      return new LinuxKernel();
    } catch (LinkageError | UnsupportedOperationException e) {
      throw new NativeCodeException("jffi cannot be used: " + e.getMessage(), e);
    }
  }

  @Override
  public Descriptor createNameless(String directory) throws SystemCallException {
    return open(
        "open(O_TMPFILE)",
        directory,
        Architecture.READ_WRITE | Architecture.EXCLUSIVE | architecture.temporaryFile());
  }

  @Override
  public Descriptor openNode(String path, boolean exclusive) throws SystemCallException {
    int flags = Architecture.READ_WRITE | architecture.direct();
    return open("open", path, exclusive ? flags | Architecture.EXCLUSIVE : flags);
  }

  private LinuxDescriptor open(String operation, String path, int flags)
      throws SystemCallException {
    int fd = c.open(path, flags | Architecture.CLOSE_ON_EXEC, OWNER_ONLY);
    if (fd < 0) {
      throw new SystemCallException(operation, path, Errno.name(c.errno()));
    }
    return new LinuxDescriptor(c, architecture, fd, path);
  }

  LibC libC() {
    return c;
  }

  Architecture architecture() {
    return architecture;
  }

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public ByteBuffer buffer(int bytes) {
    // The slice ends at a page's end, too.
    int pages = (bytes + pageSize - 1) / pageSize + 1;
    return ByteBuffer.allocateDirect(pages * pageSize).alignedSlice(pageSize);
  }

  @Override
  public void beIdle() throws SystemCallException {
    if (c.syscall(architecture.ioprioSet(), WHO_PROCESS, 0, CLASS_IDLE, 0, 0) < 0) {
      throw new SystemCallException("ioprio_set", "this thread", Errno.name(c.errno()));
    }
  }

  /**
   * Takes the lock that one agent a host holds; it goes with the process, however that ends.
   *
   * @param path of the lock file, made where it is missing; holds the holder's pid as text
   * @return the holder's pid where another process has it; empty where it is ours now
   */
  public Optional<String> lock(String path) throws SystemCallException {
    LinuxDescriptor file =
        open("open", path, Architecture.READ_WRITE | Architecture.CREATE | architecture.noFollow());
    return file.lock(LOCK_EXCLUSIVE | LOCK_NO_WAIT, ProcessHandle.current().pid());
  }
}
