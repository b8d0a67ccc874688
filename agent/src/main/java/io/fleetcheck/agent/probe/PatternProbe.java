package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.FilePattern;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What package managers do to small files, on one mount, in nameless files: what is felt there.
 *
 * <p>The kernel zeroes the rest of a small preallocated extent while it maps the page for writing,
 * inside sync_file_range(WRITE), so the call itself shows the stall. A file without a name takes
 * the same way: its size and its extents are those of any other.
 */
final class PatternProbe {
  private static final int[] SIZES = {20, 4096, 16384, 32768, 40960};
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

  /** One result for each size; fewer rounds, or none, where the budget ends. */
  List<FilePattern> run(String mount) {
    List<List<Long>> preallocated = new ArrayList<>();
    List<List<Long>> plain = new ArrayList<>();
    List<Optional<String>> errors = new ArrayList<>();
    for (int i = 0; i < SIZES.length; i++) {
      preallocated.add(new ArrayList<>());
      plain.add(new ArrayList<>());
      errors.add(Optional.empty());
    }
    warmUp(mount);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < SIZES.length; i++) {
        if (errors.get(i).isPresent() || spending.isOver() || !spending.take(cost(SIZES[i]))) {
          continue;
        }
        try {
          pair(mount, SIZES[i], round, preallocated.get(i), plain.get(i));
        } catch (SystemCallException e) {
          errors.set(i, Optional.of(e.operation() + ": " + e.errno()));
        }
      }
    }
    List<FilePattern> patterns = new ArrayList<>();
    for (int i = 0; i < SIZES.length; i++) {
      if (!preallocated.get(i).isEmpty() || errors.get(i).isPresent()) {
        patterns.add(
            new FilePattern(mount, SIZES[i], preallocated.get(i), plain.get(i), errors.get(i)));
      }
    }
    return patterns;
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
