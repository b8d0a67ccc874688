package io.fleetcheck.agent.natives;

import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Function;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.LastError;
import com.kenai.jffi.Library;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import java.lang.ref.Reference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The C library's functions, one to one: each returns what C returns, and {@link #errno} tells the
 * calling thread's last failure, read at once. Memory is given as an address: see {@link #address}.
 *
 * <p>Of glibc 2.17 and later, and musl: no symbol that came after. So fstat and statx go by their
 * numbers.
 */
final class LibC {
  private static final int VARIADIC_AFTER_TWO = 2;

  private final Invoker invoker = Invoker.getInstance();
  private final LastError lastError = LastError.getInstance();
  private final MemoryIO memory = MemoryIO.getInstance();
  private final Function open;
  private final Function close;
  private final Function pread;
  private final Function pwrite;
  private final Function fdatasync;
  private final Function fsync;
  private final Function ioctl;
  private final Function fallocate;
  private final Function fstatfs;
  private final Function syncFileRange;
  private final Function flock;
  private final Function ftruncate;
  private final Function syscall;
  private final Function getpagesize;

  LibC() {
    Library library = Library.getDefault();
    // Functions with a variable number of arguments need that form of the call on ppc64le.
    open = function(library, "open", Type.SINT, VARIADIC_AFTER_TWO, 3);
    ioctl = function(library, "ioctl", Type.SINT, VARIADIC_AFTER_TWO, 3);
    syscall = function(library, "syscall", Type.SLONG, 1, 6);
    close = function(library, "close", Type.SINT, 1, 1);
    pread = function(library, "pread", Type.SLONG, 4, 4);
    pwrite = function(library, "pwrite", Type.SLONG, 4, 4);
    fdatasync = function(library, "fdatasync", Type.SINT, 1, 1);
    fsync = function(library, "fsync", Type.SINT, 1, 1);
    fallocate = function(library, "fallocate", Type.SINT, 4, 4);
    fstatfs = function(library, "fstatfs", Type.SINT, 2, 2);
    syncFileRange = function(library, "sync_file_range", Type.SINT, 4, 4);
    flock = function(library, "flock", Type.SINT, 2, 2);
    getpagesize = function(library, "getpagesize", Type.SINT, 0, 0);
    ftruncate = function(library, "ftruncate", Type.SINT, 2, 2);
  }

  private static Function function(
      Library library, String name, Type result, int fixed, int arguments) {
    long address = library.getSymbolAddress(name);
    if (address == 0) {
      throw new UnsupportedOperationException("the C library has no " + name);
    }
    Type[] types = new Type[arguments];
    // Every argument fills a register: an int is passed sign-extended, as each of the ABIs wants.
    Arrays.fill(types, Type.SLONG);
    return new Function(address, result, fixed, types, CallingConvention.DEFAULT, true);
  }

  /** Of the calling thread's last failed call; valid until its next call. */
  int errno() {
    return lastError.get();
  }

  /** The address of a direct buffer's first byte; the caller keeps the buffer reachable. */
  long address(Buffer direct) {
    return memory.getDirectBufferAddress(direct);
  }

  int open(String path, int flags, int mode) {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    // One byte more, which is 0, ends the string.
    ByteBuffer string = ByteBuffer.allocateDirect(name.length + 1).put(name);
    try {
      return (int) invoker.invokeNNNrN(open, address(string), flags, mode);
    } finally {
      Reference.reachabilityFence(string);
    }
  }

  int close(int fd) {
    return (int) invoker.invokeNrN(close, fd);
  }

  long pread(int fd, long buffer, long count, long offset) {
    return invoker.invokeNNNNrN(pread, fd, buffer, count, offset);
  }

  long pwrite(int fd, long buffer, long count, long offset) {
    return invoker.invokeNNNNrN(pwrite, fd, buffer, count, offset);
  }

  int fdatasync(int fd) {
    return (int) invoker.invokeNrN(fdatasync, fd);
  }

  int fsync(int fd) {
    return (int) invoker.invokeNrN(fsync, fd);
  }

  int ioctl(int fd, long request, long argument) {
    return (int) invoker.invokeNNNrN(ioctl, fd, request, argument);
  }

  int fallocate(int fd, int mode, long offset, long length) {
    return (int) invoker.invokeNNNNrN(fallocate, fd, mode, offset, length);
  }

  int fstatfs(int fd, long buffer) {
    return (int) invoker.invokeNNrN(fstatfs, fd, buffer);
  }

  int syncFileRange(int fd, long offset, long length, int flags) {
    return (int) invoker.invokeNNNNrN(syncFileRange, fd, offset, length, flags);
  }

  int flock(int fd, int operation) {
    return (int) invoker.invokeNNrN(flock, fd, operation);
  }

  int ftruncate(int fd, long length) {
    return (int) invoker.invokeNNrN(ftruncate, fd, length);
  }

  int getpagesize() {
    return (int) invoker.invokeVrN(getpagesize);
  }

  long syscall(long number, long a, long b, long c, long d, long e) {
    return invoker.invokeNNNNNNrN(syscall, number, a, b, c, d, e);
  }
}
