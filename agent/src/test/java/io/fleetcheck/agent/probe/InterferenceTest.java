package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.RefusalReason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What others can do to the scratch file, or to the disk, in the middle of a probe. The test only
 * chooses the moment; every answer is the kernel's own.
 */
@Timeout(120)
class InterferenceTest {
  private final List<Long> overwritten = new ArrayList<>();

  /** Another process makes a clone of the scratch file, through /proc: its blocks are shared. */
  private static void cloneScratchFile(LoopDisk disk) {
    String mount = disk.mountPoint().toString();
    try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        if (Files.isSymbolicLink(descriptor)
            && Files.readSymbolicLink(descriptor).toString().startsWith(mount + "/#")) {
          Path seen =
              Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "fd")
                  .resolve(descriptor.getFileName());
          Commands.run("cp", "--reflink=always", seen.toString(), mount + "/clone");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertTrue(Files.exists(Path.of(mount, "clone")), "there was no scratch file to clone");
  }

  private static LoopDisk xfs() throws Exception {
    return LoopDisk.with(400, "mkfs.xfs", "-q", "-f").mount("rw");
  }

  /** The real node, counting what is overwritten. */
  private class Counted extends BentKernel.BentDescriptor {
    Counted(Descriptor real) {
      super(real);
    }

    @Override
    public void write(ByteBuffer buffer, int length, long offset) throws SystemCallException {
      overwritten.add(offset);
      super.write(buffer, length, offset);
    }

    @Override
    public void zeroOut(long offset, long length) throws SystemCallException {
      overwritten.add(offset);
      super.zeroOut(offset, length);
    }
  }

  @Test
  void clonedBeforeItIsMapped() throws Exception {
    try (LoopDisk disk = xfs()) {
      ProbeFixture fixture =
          new ProbeFixture()
              .kernel(
                  real ->
                      new BentKernel(real) {
                        @Override
                        Descriptor file(Descriptor file) {
                          return new BentDescriptor(file) {
                            @Override
                            public void sync() throws SystemCallException {
                              super.sync();
                              cloneScratchFile(disk);
                            }
                          };
                        }

                        @Override
                        Descriptor node(Descriptor node) {
                          return new Counted(node);
                        }
                      });
      assertEquals(List.of(RefusalReason.EXTENT_FLAGS), fixture.refusals(disk));
      assertEquals(List.of(), overwritten);
    }
  }

  @Test
  void clonedBetweenTwoCalls() throws Exception {
    try (LoopDisk disk = xfs()) {
      ProbeFixture fixture =
          new ProbeFixture()
              .kernel(
                  real ->
                      new BentKernel(real) {
                        @Override
                        Descriptor node(Descriptor node) {
                          return new Counted(node) {
                            @Override
                            public void zeroOut(long offset, long length)
                                throws SystemCallException {
                              super.zeroOut(offset, length);
                              cloneScratchFile(disk);
                            }
                          };
                        }
                      });
      assertEquals(List.of(RefusalReason.EXTENT_MOVED), fixture.refusals(disk));
      long zeroed = overwritten.get(overwritten.size() - 1);
      assertEquals(
          overwritten.size() - 1,
          overwritten.indexOf(zeroed),
          "something was overwritten after it was cloned");
      assertTrue(overwritten.size() <= 2, overwritten.toString());
    }
  }

  /** A disk that does not hold what was written to it: its backing file is written to. */
  @Test
  void diskThatForgets() throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw");
        RandomAccessFile behind = new RandomAccessFile(disk.image().toFile(), "rw")) {
      ProbeFixture fixture =
          new ProbeFixture()
              .kernel(
                  real ->
                      new BentKernel(real) {
                        @Override
                        Descriptor node(Descriptor node) {
                          return new Counted(node) {
                            @Override
                            public void read(ByteBuffer buffer, int length, long offset)
                                throws SystemCallException {
                              forget(behind, offset + length - 1);
                              super.read(buffer, length, offset);
                            }
                          };
                        }
                      });
      assertEquals(List.of(RefusalReason.CANARY_MISMATCH), fixture.refusals(disk));
      assertEquals(List.of(), overwritten);
    }
  }

  private static void forget(RandomAccessFile image, long offset) {
    try {
      image.seek(offset);
      int was = image.read();
      image.seek(offset);
      image.write(was ^ 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
