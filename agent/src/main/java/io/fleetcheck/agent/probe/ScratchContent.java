package io.fleetcheck.agent.probe;

import static io.fleetcheck.agent.probe.RefusedException.scratch;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.RefusalReason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Looks on a scratch device for the marks of anything that somebody may want to keep. */
final class ScratchContent {
  private static final int BLOCK = 65536;

  private final Descriptor node;
  private final BlockNode block;
  private final ByteBuffer buffer;
  private final long size;
  private long loaded = -1;

  ScratchContent(Descriptor node, Kernel kernel, BlockNode block) {
    this.node = node;
    this.block = block;
    this.buffer = kernel.buffer(BLOCK);
    this.size = block.sizeBytes().toOptional().orElse(0L);
  }

  void check() throws RefusedException, SystemCallException {
    if (size < 4L << 20) {
      throw scratch(
          RefusalReason.LITTLE_SPACE, node.where(), "less than 4 MiB, or of unknown size");
    }
    List<Signatures.Signature> signatures = new ArrayList<>(Signatures.all());
    signatures.addAll(Signatures.md(size));
    for (Signatures.Signature signature : signatures) {
      long offset = signature.offset() < 0 ? size + signature.offset() : signature.offset();
      if (stands(signature.bytes(), offset)) {
        throw scratch(
            RefusalReason.SCRATCH_SIGNATURE,
            block.name(),
            "looks like " + signature.name() + " (at byte " + offset + ")");
      }
    }
  }

  private boolean stands(String bytes, long offset) throws SystemCallException {
    for (int i = 0; i < bytes.length(); i++) {
      if (offset + i >= size || (at(offset + i) & 0xff) != bytes.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private byte at(long offset) throws SystemCallException {
    long start = offset / BLOCK * BLOCK;
    if (start != loaded) {
      node.read(buffer, (int) Math.min(BLOCK, size - start), start);
      loaded = start;
    }
    return buffer.get((int) (offset - start));
  }
}
