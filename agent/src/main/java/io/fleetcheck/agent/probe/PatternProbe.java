package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.FilePattern;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What package managers do to small files, in nameless files: what is felt on a mount.
 *
 * <p>The kernel zeroes the rest of a small preallocated extent while it maps the page for writing,
 * inside sync_file_range(WRITE), so the call itself shows the stall. A file without a name takes
 * the same way: its size and its extents are those of any other.
 */
final class PatternProbe {
  /**
   * The size that tells most comes first, as the budget may end before the others: 16 KiB is below
   * the 32 KiB up to which ext4 zeroes, and larger than a block wherever it does.
   */
  private static final int[] SIZES = {16384, 4096, 32768, 20, 40960};

  private static final int ROUNDS = 10;
  private static final int WRITTEN = 6;

  /** What a whole run may make the disk write at most, in bytes. */
  static final long COST = 2L << 20;

  private final Kernel kernel;
  private final Spending spending;
  private final Activity activity;
  private final ByteBuffer text;

  PatternProbe(Kernel kernel, Spending spending, Activity activity) {
    this.kernel = kernel;
    this.spending = spending;
    this.activity = activity;
    this.text = kernel.buffer(Long.BYTES);
    text.putLong(0, 0x666c656574636bL);
  }

  /**
   * One result for each size on each mount; fewer rounds, or none, where the budget ends. A size is
   * finished before the next is begun: ten pairs of one tell more than three of each.
   */
  List<FilePattern> run(List<String> mounts, ProbeProgress progress) {
    List<FilePattern> patterns = new ArrayList<>();
    mounts.forEach(this::warmUp);
    int step = 0;
    for (int size : SIZES) {
      for (String mount : mounts) {
        progress.step("file pattern on " + mount, step++, SIZES.length * mounts.size());
        FilePattern pattern = rounds(mount, size);
        if (!pattern.preallocated().isEmpty() || pattern.error().isPresent()) {
          patterns.add(pattern);
        }
      }
    }
    return patterns;
  }

  private FilePattern rounds(String mount, int size) {
    List<Long> preallocated = new ArrayList<>();
    List<Long> plain = new ArrayList<>();
    Optional<String> error = Optional.empty();
    try {
      for (int i = 0; i < ROUNDS && !spending.isOver() && spending.take(cost(size)); i++) {
        pair(mount, size, i, preallocated, plain);
      }
    } catch (SystemCallException e) {
      error = Optional.of(e.operation() + ": " + e.errno());
    }
    return new FilePattern(mount, size, preallocated, plain, error);
  }

  /** Bytes that both files of a pair may make the disk write. */
  private static long cost(int size) {
    return Range.roundUp(size, 4096) + 2 * 4096;
  }

  /** This code and the file system's are cold at first. */
  private void warmUp(String mount) {
    try {
      time(mount, 0);
      time(mount, 0);
    } catch (SystemCallException e) {
      // The first round meets it again, and reports it.
    }
  }

  /** A B B A, as everywhere. */
  private void pair(String mount, int size, int round, List<Long> with, List<Long> without)
      throws SystemCallException {
    long first = time(mount, round % 2 == 0 ? size : 0);
    long second = time(mount, round % 2 == 0 ? 0 : size);
    with.add(round % 2 == 0 ? first : second);
    without.add(round % 2 == 0 ? second : first);
  }

  /**
   * @param size to preallocate; 0 for not
   */
  private long time(String mount, int size) throws SystemCallException {
    activity.begin("file pattern on " + mount);
    try (Descriptor file = kernel.createNameless(mount)) {
      long start = System.nanoTime();
      if (size > 0) {
        file.allocate(size);
      }
      file.write(text, WRITTEN, 0);
      file.startWriting(0, 0);
      long nanos = System.nanoTime() - start;
      // Not timed: else the next file would wait for this one's page.
      file.waitForWriting(0, 0);
      return nanos;
    }
  }
}
