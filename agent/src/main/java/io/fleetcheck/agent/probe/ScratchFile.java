package io.fleetcheck.agent.probe;

import static io.fleetcheck.agent.probe.RefusedException.extent;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.RefusalReason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Blocks of a nameless file of our own on a mounted ext4 or XFS. Created, filled, mapped, held and
 * overwritten by one process, the overwriting by one thread.
 *
 * <p>The file is never shrunk, punched or cloned, and nobody else can reach it, so its blocks stay
 * its own until {@link #close}; every check of {@link #verify} and {@link #ranges} guards against
 * this reasoning being wrong.
 */
final class ScratchFile implements Target {
  private static final int CHUNK = Noise.BLOCK;
  private static final int MAX_ROUNDS = 4;

  private final Kernel kernel;
  private final Mount mount;
  private final Descriptor file;
  private final Descriptor node;
  private final long unit;
  private final LeafFilter filter;
  private final Spending spending;
  private final Activity activity;
  private final Noise noise = new Noise(System.nanoTime());
  private final ByteBuffer buffer;
  private long size;

  private ScratchFile(Setup setup, Descriptor file, Descriptor node, long unit) {
    this.kernel = setup.kernel();
    this.mount = setup.mount();
    this.filter = setup.filter();
    this.spending = setup.spending();
    this.activity = setup.activity();
    this.file = file;
    this.node = node;
    this.unit = unit;
    this.buffer = kernel.buffer(CHUNK);
  }

  /**
   * What it takes to make one.
   *
   * @param block the node that the file system lies on
   */
  record Setup(
      Kernel kernel,
      Mount mount,
      BlockNode block,
      LeafFilter filter,
      Spending spending,
      Activity activity) {}

  /**
   * Makes the file and opens the block node, both proven to belong together; nothing is overwritten
   * yet.
   */
  static ScratchFile create(Setup setup) throws RefusedException {
    Activity activity = setup.activity();
    String path = setup.mount().path();
    activity.begin("open(O_TMPFILE) on " + path);
    Descriptor file;
    try {
      file = setup.kernel().createNameless(path);
    } catch (SystemCallException e) {
      throw extent(RefusalReason.NO_TMPFILE, path, e.text());
    }
    try {
      FileChecks checks = new FileChecks(file, setup.mount());
      activity.begin("checks of a file on " + path);
      long blockSize = checks.run(setup.block().number());
      Descriptor node = NodeOpener.open(setup.kernel(), setup.block(), activity);
      return new ScratchFile(setup, file, node, unit(setup, blockSize));
    } catch (RefusedException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Whatever size is overwritten, no page, file system block or physical block is shared. */
  private static long unit(Setup setup, long blockSize) {
    long physical = setup.block().queueNumber("physical_block_size").toOptional().orElse(4096L);
    return Math.max(Math.max(setup.kernel().pageSize(), blockSize), physical);
  }

  @Override
  public Descriptor node() {
    return node;
  }

  @Override
  public String where() {
    return mount.path();
  }

  @Override
  public Set<String> leaves() {
    return filter.leaves();
  }

  @Override
  public List<Range> ranges(int bytes, int wanted) throws RefusedException, SystemCallException {
    List<Range> ranges = new ArrayList<>();
    int span = (int) Range.roundUp(bytes, unit);
    boolean unsuitable = false;
    for (int round = 0; round < MAX_ROUNDS && ranges.size() < wanted; round++) {
      long from = size;
      // Two units of margin for being strictly inside, two more for alignment on the device.
      long growth = Range.roundUp((long) (wanted - ranges.size()) * span + 4 * unit, unit);
      growth = Math.min(growth, spending.bytesLeft() / 2 / unit * unit);
      if (growth < span + 4 * unit || !grow(growth)) {
        break;
      }
      List<Extent> extents = map(from);
      List<Range> carved = Carver.carve(extents, unit, bytes, from);
      unsuitable = true;
      for (Range range : filter.choose(carved, ProbeMode.EXTENT)) {
        if (ranges.size() < wanted) {
          proveContent(range);
          ranges.add(range);
        }
      }
    }
    if (unsuitable && ranges.isEmpty()) {
      throw extent(
          RefusalReason.NO_ALIGNED_RANGE,
          mount.path(),
          "no extent of the scratch file has " + bytes + " aligned bytes inside it on this disk");
    }
    return ranges;
  }

  /** Appends random bytes and waits until they are on the disk; false where that is too much. */
  private boolean grow(long bytes) throws RefusedException {
    try {
      activity.begin("fstatfs on " + mount.path());
      Descriptor.Space space = file.space();
      long reserve = SpaceCheck.reserve(space);
      if (space.available() - bytes < reserve) {
        if (size > 0) {
          return false;
        }
        throw extent(
            RefusalReason.LITTLE_SPACE,
            mount.path(),
            space.available() + " bytes free, " + bytes + " wanted, " + reserve + " to be left");
      }
      if (!spending.take(bytes)) {
        return false;
      }
      activity.begin("write to a scratch file on " + mount.path());
      for (long done = 0; done < bytes; done += CHUNK) {
        int length = (int) Math.min(CHUNK, bytes - done);
        noise.fill(buffer, length, size + done);
        activity.begin("write to a scratch file on " + mount.path());
        file.write(buffer, length, size + done);
        file.startWriting(size + done, length);
        if (spending.isOver()) {
          return false;
        }
      }
      activity.begin("fsync of a scratch file on " + mount.path());
      file.sync();
      size += bytes;
    } catch (SystemCallException e) {
      throw extent(RefusalReason.FILL_FAILED, mount.path(), e.text());
    }
    return leavesEnoughSpace();
  }

  private boolean leavesEnoughSpace() throws RefusedException {
    try {
      Descriptor.Space space = file.space();
      return space.available() >= SpaceCheck.reserve(space);
    } catch (SystemCallException e) {
      throw extent(RefusalReason.FILL_FAILED, mount.path(), e.text());
    }
  }

  /** The whole file's pieces: without a hole, all plain; those from some byte on are returned. */
  private List<Extent> map(long from) throws RefusedException {
    activity.begin("ioctl(FS_IOC_FIEMAP) of a scratch file on " + mount.path());
    List<Extent> extents;
    try {
      extents = file.extents(0, size, true);
    } catch (SystemCallException e) {
      throw extent(RefusalReason.EXTENT_FLAGS, mount.path(), e.text());
    }
    long end = 0;
    List<Extent> wanted = new ArrayList<>();
    for (Extent extent : extents) {
      if (extent.logical() != end || !extent.isPlain()) {
        throw extent(
            extent.isInline() ? RefusalReason.INLINE_DATA : RefusalReason.EXTENT_FLAGS,
            mount.path(),
            extent.logical() != end
                ? "a hole at " + end
                : "flags 0x" + Integer.toHexString(extent.flags()) + " at " + end);
      }
      end = extent.end();
      if (end > from) {
        wanted.add(extent);
      }
    }
    if (end < size) {
      throw extent(RefusalReason.EXTENT_FLAGS, mount.path(), "a hole at " + end);
    }
    return wanted;
  }

  /** The canary: what the disk holds there is what the file holds. */
  private void proveContent(Range range) throws RefusedException, SystemCallException {
    activity.begin("read of " + node.where());
    for (int done = 0; done < range.span(); done += CHUNK) {
      int length = Math.min(CHUNK, range.span() - done);
      node.read(buffer, length, range.offset() + done);
      if (!noise.matches(buffer, length, range.logical() + done)) {
        throw extent(
            RefusalReason.CANARY_MISMATCH,
            node.where(),
            "bytes at " + range.offset() + " are not those of the scratch file on " + where());
      }
    }
  }

  @Override
  public void verify(Range range) throws RefusedException {
    List<Extent> extents;
    try {
      // A byte more on both sides: newer kernels cut what they tell to what was asked for, and the
      // range has to lie strictly inside one extent.
      extents = file.extents(range.logical() - 1, range.span() + 2L, false);
    } catch (SystemCallException e) {
      throw extent(RefusalReason.EXTENT_FLAGS, mount.path(), e.text());
    }
    boolean holds = false;
    if (extents.size() == 1) {
      Extent now = extents.get(0);
      holds =
          now.isPlain()
              && now.physical() - now.logical() == range.offset() - range.logical()
              && now.logical() < range.logical()
              && now.end() > range.logical() + range.span();
    }
    if (!holds) {
      throw extent(
          RefusalReason.EXTENT_MOVED,
          mount.path(),
          "byte " + range.logical() + " was at " + range.offset() + ", now " + extents);
    }
  }

  @Override
  public void close() {
    node.close();
    file.close();
  }
}
