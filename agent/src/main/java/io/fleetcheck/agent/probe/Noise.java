package io.fleetcheck.agent.probe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * Random bytes that depend on their place, so that what a block must hold can be told without
 * keeping it: one random block over and over, each 512 bytes of it stamped with their place. Arrays
 * can neither compress it nor find two equal blocks in it.
 */
final class Noise {
  /** In bytes; at most so many are filled or compared at a time. */
  static final int BLOCK = 1 << 20;

  private static final int STAMPED = 512;

  private final ByteBuffer block;
  private final long seed;

  Noise(long seed) {
    this.seed = seed;
    this.block = ByteBuffer.allocateDirect(BLOCK).order(ByteOrder.nativeOrder());
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < BLOCK; i += Long.BYTES) {
      block.putLong(i, random.nextLong());
    }
  }

  /** Fills the buffer's first bytes, a multiple of 512, as for that place, a multiple of it too. */
  void fill(ByteBuffer buffer, int length, long place) {
    int first = stamp(length, place);
    int at = (int) (place % BLOCK);
    buffer.put(0, block, at, first);
    buffer.put(first, block, 0, length - first);
  }

  /** Whether the buffer's first bytes are those of that place. */
  boolean matches(ByteBuffer buffer, int length, long place) {
    int first = stamp(length, place);
    int at = (int) (place % BLOCK);
    return block.slice(at, first).equals(buffer.slice(0, first))
        && block.slice(0, length - first).equals(buffer.slice(first, length - first));
  }

  /**
   * Makes the block what stands at a place.
   *
   * @return how many bytes of it come before the block starts over
   */
  private int stamp(int length, long place) {
    for (int i = 0; i < length; i += STAMPED) {
      block.putLong((int) ((place + i) % BLOCK), seed ^ (place + i));
    }
    return (int) Math.min(length, BLOCK - place % BLOCK);
  }
}
