package io.fleetcheck.agent.probe;

import static io.fleetcheck.agent.probe.RefusedException.scratch;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.RefusalReason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A device that its owner gave up to be overwritten whole. */
final class WholeDevice implements Target {
  private static final int CHUNK = Noise.BLOCK;

  private final Descriptor node;
  private final LeafFilter filter;
  private final Spending spending;
  private final Activity activity;
  private final long unit;
  private final long end;
  private final ByteBuffer buffer;
  private final Noise noise = new Noise(System.nanoTime());
  private long next = CHUNK;

  private WholeDevice(
      Descriptor node,
      LeafFilter filter,
      Spending spending,
      Activity activity,
      long unit,
      long end,
      ByteBuffer buffer) {
    this.node = node;
    this.filter = filter;
    this.spending = spending;
    this.activity = activity;
    this.unit = unit;
    this.end = end;
    this.buffer = buffer;
  }

  static WholeDevice open(
      Kernel kernel, BlockNode block, LeafFilter filter, Spending spending, Activity activity)
      throws RefusedException {
    String path = NodeOpener.path(block);
    activity.begin("open of " + path);
    Descriptor node;
    try {
      node = kernel.openNode(path, true);
    } catch (SystemCallException e) {
      throw scratch(
          e.errno().equals("EBUSY") ? RefusalReason.SCRATCH_IN_USE : RefusalReason.NODE_MISMATCH,
          path,
          e.text());
    }
    try {
      Descriptor.Status status = node.status();
      if (!status.isBlockDevice() || !status.node().equals(block.number())) {
        throw scratch(RefusalReason.NODE_MISMATCH, path, "is " + status.node());
      }
      activity.begin("read of " + path);
      new ScratchContent(node, kernel, block).check();
      new ScratchUse(block).check();
    } catch (SystemCallException e) {
      node.close();
      throw scratch(RefusalReason.SCRATCH_SIGNATURE, path, e.text());
    } catch (RefusedException e) {
      node.close();
      throw e;
    }
    long size = block.sizeBytes().toOptional().orElse(0L);
    long physical = block.queueNumber("physical_block_size").toOptional().orElse(4096L);
    long unit = Math.max(kernel.pageSize(), physical);
    return new WholeDevice(
        node, filter, spending, activity, unit, size - CHUNK, kernel.buffer(CHUNK));
  }

  @Override
  public Descriptor node() {
    return node;
  }

  @Override
  public String where() {
    return node.where();
  }

  @Override
  public Set<String> leaves() {
    return filter.leaves();
  }

  @Override
  public List<Range> ranges(int bytes, int wanted) throws RefusedException, SystemCallException {
    int span = (int) Range.roundUp(bytes, unit);
    List<Range> all = new ArrayList<>();
    while (all.size() < wanted && next + span <= end) {
      all.add(new Range(next, next, span));
      next += span;
    }
    List<Range> filled = new ArrayList<>();
    for (Range range : filter.choose(all, ProbeMode.SCRATCH)) {
      if (spending.isOver() || spending.bytesLeft() < 2L * span || !spending.take(span)) {
        break;
      }
      activity.begin("write to " + node.where());
      for (int done = 0; done < span; done += CHUNK) {
        int length = Math.min(CHUNK, span - done);
        noise.fill(buffer, length, range.offset() + done);
        node.write(buffer, length, range.offset() + done);
      }
      filled.add(range);
    }
    activity.begin("fdatasync of " + node.where());
    node.syncData();
    return filled;
  }

  /** The whole device was given up, and is held by O_EXCL. */
  @Override
  public void verify(Range range) {}

  @Override
  public void close() {
    node.close();
  }
}
