package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Series;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Interlocks that the real kernel does not trip on demand: one answer of it is bent, and not one
 * block may be overwritten after that.
 */
@Timeout(120)
class InterlockTest {
  private LoopDisk disk;
  private final List<String> overwritten = new ArrayList<>();

  @BeforeEach
  void mountExt4() throws Exception {
    disk = LoopDisk.with(256, "mkfs.ext4", "-q", "-F").mount("rw");
  }

  @AfterEach
  void detach() throws Exception {
    if (disk != null) {
      disk.close();
    }
  }

  private void refusesXfs(int flag, RefusalReason reason) throws Exception {
    refuses(
        reason,
        file ->
            new BentKernel.BentDescriptor(file) {
              @Override
              public int extendedFlags() throws SystemCallException {
                return super.extendedFlags() | flag;
              }
            });
  }

  @Test
  void attributesOfXfs() throws Exception {
    disk.close();
    disk = LoopDisk.with(400, "mkfs.xfs", "-q", "-f").mount("rw");
    // FS_XFLAG_REALTIME and FS_XFLAG_DAX.
    refusesXfs(0x1, RefusalReason.XFS_REALTIME);
    refusesXfs(0x8000, RefusalReason.DAX_FILE);
    List<Integer> added = new ArrayList<>();
    assertEquals(
        List.of(),
        bent(
            file ->
                new BentKernel.BentDescriptor(file) {
                  @Override
                  public void addExtendedFlags(int flags) throws SystemCallException {
                    added.add(flags);
                    super.addExtendedFlags(flags);
                    assertTrue((super.extendedFlags() & flags) != 0, "not set");
                  }
                },
            node -> node));
    // FS_XFLAG_NODEFRAG, once.
    assertEquals(List.of(0x2000), added);
  }

  /** Every call that overwrites is written down. */
  private class Node extends BentKernel.BentDescriptor {
    Node(Descriptor real) {
      super(real);
    }

    @Override
    public void write(ByteBuffer buffer, int length, long offset) throws SystemCallException {
      overwritten.add("write " + offset);
      super.write(buffer, length, offset);
    }

    @Override
    public void zeroOut(long offset, long length) throws SystemCallException {
      overwritten.add("zero " + offset);
      super.zeroOut(offset, length);
    }
  }

  private List<RefusalReason> bent(UnaryOperator<Descriptor> file, UnaryOperator<Descriptor> node)
      throws Exception {
    return new ProbeFixture()
        .kernel(
            real ->
                new BentKernel(real) {
                  @Override
                  Descriptor file(Descriptor descriptor) {
                    return file.apply(descriptor);
                  }

                  @Override
                  Descriptor node(Descriptor descriptor) {
                    return node.apply(new Node(descriptor));
                  }
                })
        .refusals(disk);
  }

  private void refuses(RefusalReason reason, UnaryOperator<Descriptor> file) throws Exception {
    assertEquals(List.of(reason), bent(file, node -> node));
    assertEquals(List.of(), overwritten);
  }

  @Test
  void unbentKernelIsMeasured() throws Exception {
    ProbeResult result =
        new ProbeFixture()
            .kernel(
                real ->
                    new BentKernel(real) {
                      @Override
                      Descriptor node(Descriptor descriptor) {
                        return new Node(descriptor);
                      }
                    })
            .probe(disk);
    ProbeResult.Measured measured = (ProbeResult.Measured) result;
    assertEquals(ProbeMode.EXTENT, measured.mode());
    List<Series> series = measured.zeroing().orElseThrow().series();
    assertEquals(4, series.stream().filter(s -> s.operation() == Series.Operation.ZEROOUT).count());
    assertTrue(series.get(0).pairs().size() >= 8, series.toString());
    assertTrue(overwritten.size() > 32, overwritten.toString());
    assertEquals(
        overwritten.size(), overwritten.stream().distinct().count(), "a range was used twice");
  }

  @Test
  void canary() throws Exception {
    List<RefusalReason> reasons =
        bent(
            file -> file,
            node ->
                new BentKernel.BentDescriptor(node) {
                  @Override
                  public void read(ByteBuffer buffer, int length, long offset)
                      throws SystemCallException {
                    super.read(buffer, length, offset);
                    buffer.put(length - 1, (byte) (buffer.get(length - 1) ^ 1));
                  }
                });
    assertEquals(List.of(RefusalReason.CANARY_MISMATCH), reasons);
    assertEquals(List.of(), overwritten);
  }

  @Test
  void extentMovesBetweenTwoCalls() throws Exception {
    int[] asked = {0};
    List<RefusalReason> reasons =
        bent(
            file ->
                new BentKernel.BentDescriptor(file) {
                  @Override
                  public List<Extent> extents(long offset, long length, boolean sync)
                      throws SystemCallException {
                    List<Extent> real = super.extents(offset, length, sync);
                    if (sync || ++asked[0] < 5) {
                      return real;
                    }
                    Extent first = real.get(0);
                    return List.of(
                        new Extent(
                            first.logical(),
                            first.physical() + 4096,
                            first.length(),
                            first.flags()));
                  }
                },
            node -> node);
    assertEquals(List.of(RefusalReason.EXTENT_MOVED), reasons);
    assertEquals(4, overwritten.size(), "nothing after the check that failed");
  }

  @Test
  void extentWithFlags() throws Exception {
    // FIEMAP_EXTENT_UNWRITTEN, ENCODED and SHARED.
    for (int flag : new int[] {0x800, 0x8, 0x2000}) {
      refuses(
          RefusalReason.EXTENT_FLAGS,
          file ->
              new BentKernel.BentDescriptor(file) {
                @Override
                public List<Extent> extents(long offset, long length, boolean sync)
                    throws SystemCallException {
                  List<Extent> bent = new ArrayList<>();
                  for (Extent e : super.extents(offset, length, sync)) {
                    bent.add(new Extent(e.logical(), e.physical(), e.length(), e.flags() | flag));
                  }
                  return bent;
                }
              });
    }
  }

  @Test
  void hole() throws Exception {
    refuses(
        RefusalReason.EXTENT_FLAGS,
        file ->
            new BentKernel.BentDescriptor(file) {
              @Override
              public List<Extent> extents(long offset, long length, boolean sync)
                  throws SystemCallException {
                return super.extents(offset, length, sync).stream()
                    .map(e -> new Extent(e.logical(), e.physical(), e.length() - 4096, e.flags()))
                    .toList();
              }
            });
  }

  @Test
  void fiemapFails() throws Exception {
    refuses(
        RefusalReason.EXTENT_FLAGS,
        file ->
            new BentKernel.BentDescriptor(file) {
              @Override
              public List<Extent> extents(long offset, long length, boolean sync)
                  throws SystemCallException {
                throw new SystemCallException("ioctl(FS_IOC_FIEMAP)", where(), "EOPNOTSUPP");
              }
            });
  }

  @Test
  void fileLiesElsewhere() throws Exception {
    List<RefusalReason> reasons =
        bent(
            file ->
                new BentKernel.BentDescriptor(file) {
                  @Override
                  public Status status() {
                    return new Status("8:1", "0:0", false);
                  }
                },
            node -> node);
    // Neither zeroing nor the file pattern.
    assertEquals(List.of(RefusalReason.NODE_MISMATCH, RefusalReason.NODE_MISMATCH), reasons);
    assertEquals(List.of(), overwritten);
  }

  @Test
  void nodeIsAnother() throws Exception {
    List<RefusalReason> reasons =
        bent(
            file -> file,
            node ->
                new BentKernel.BentDescriptor(node) {
                  @Override
                  public Status status() {
                    return new Status("0:6", "8:1", true);
                  }
                });
    assertEquals(List.of(RefusalReason.NODE_MISMATCH), reasons);
    assertEquals(List.of(), overwritten);
  }

  @Test
  void openForWritingIsForbidden() throws Exception {
    List<RefusalReason> reasons =
        new ProbeFixture()
            .kernel(
                real ->
                    new BentKernel(real) {
                      @Override
                      public Descriptor openNode(String path, boolean exclusive)
                          throws SystemCallException {
                        throw new SystemCallException("open", path, "EBUSY");
                      }
                    })
            .refusals(disk);
    assertEquals(List.of(RefusalReason.OPEN_BUSY), reasons);
  }

  @Test
  void dax() throws Exception {
    refuses(
        RefusalReason.DAX_FILE,
        file ->
            new BentKernel.BentDescriptor(file) {
              @Override
              public boolean isDax() {
                return true;
              }
            });
  }

  @Test
  void attributesThatForbidIt() throws Exception {
    // FS_ENCRYPT_FL, FS_JOURNAL_DATA_FL, FS_DAX_FL, FS_INLINE_DATA_FL.
    refusesFlag(0x800, RefusalReason.ENCRYPTED_FILE);
    refusesFlag(0x4000, RefusalReason.JOURNALLED_FILE);
    refusesFlag(0x02000000, RefusalReason.DAX_FILE);
    refusesFlag(0x10000000, RefusalReason.INLINE_DATA);
  }

  private void refusesFlag(int flag, RefusalReason reason) throws Exception {
    refuses(
        reason,
        file ->
            new BentKernel.BentDescriptor(file) {
              @Override
              public int flags() throws SystemCallException {
                return super.flags() | flag;
              }
            });
  }

  @Test
  void fillFails() throws Exception {
    refuses(
        RefusalReason.FILL_FAILED,
        file ->
            new BentKernel.BentDescriptor(file) {
              @Override
              public void sync() throws SystemCallException {
                throw new SystemCallException("fsync", where(), "EIO");
              }
            });
  }

  @Test
  void noNamelessFiles() throws Exception {
    List<RefusalReason> reasons =
        new ProbeFixture()
            .kernel(
                real ->
                    new BentKernel(real) {
                      @Override
                      public Descriptor createNameless(String directory)
                          throws SystemCallException {
                        throw new SystemCallException("open(O_TMPFILE)", directory, "EOPNOTSUPP");
                      }
                    })
            .refusals(disk);
    assertEquals(List.of(RefusalReason.NO_TMPFILE, RefusalReason.NO_TMPFILE), reasons);
  }

  @Test
  void zeroingThatFailsIsReportedInItsSeries() throws Exception {
    ProbeResult result =
        new ProbeFixture()
            .kernel(
                real ->
                    new BentKernel(real) {
                      @Override
                      Descriptor node(Descriptor descriptor) {
                        return new BentDescriptor(descriptor) {
                          @Override
                          public void zeroOut(long offset, long length) throws SystemCallException {
                            throw new SystemCallException(
                                "ioctl(BLKZEROOUT)", where(), "EREMOTEIO");
                          }
                        };
                      }
                    })
            .probe(disk);
    ProbeResult.Zeroing zeroing = ((ProbeResult.Measured) result).zeroing().orElseThrow();
    for (Series series : zeroing.series()) {
      if (series.operation() == Series.Operation.ZEROOUT) {
        assertEquals("EREMOTEIO", series.error().orElseThrow());
      }
    }
  }

  @Test
  void budgetOfBytes() throws Exception {
    long[] written = {0};
    ProbeResult result =
        new ProbeFixture()
            .budget(10_000, 8L << 20)
            .kernel(
                real ->
                    new BentKernel(real) {
                      @Override
                      Descriptor file(Descriptor descriptor) {
                        return counting(descriptor, written);
                      }

                      @Override
                      Descriptor node(Descriptor descriptor) {
                        return counting(descriptor, written);
                      }
                    })
            .probe(disk);
    assertTrue(result instanceof ProbeResult.Measured, result.toString());
    assertTrue(written[0] <= 8L << 20, written[0] + " bytes");
    assertTrue(written[0] > 1 << 20, written[0] + " bytes");
  }

  private static Descriptor counting(Descriptor descriptor, long[] written) {
    return new BentKernel.BentDescriptor(descriptor) {
      @Override
      public void write(ByteBuffer buffer, int length, long offset) throws SystemCallException {
        written[0] += length;
        super.write(buffer, length, offset);
      }

      @Override
      public void zeroOut(long offset, long length) throws SystemCallException {
        written[0] += length;
        super.zeroOut(offset, length);
      }
    };
  }

  @Test
  void budgetOfTime() throws Exception {
    long start = System.nanoTime();
    List<RefusalReason> reasons = new ProbeFixture().budget(1, 96L << 20).refusals(disk);
    assertTrue(reasons.contains(RefusalReason.BUDGET), reasons.toString());
    assertTrue(System.nanoTime() - start < 8_000_000_000L, "it went on");
  }
}
