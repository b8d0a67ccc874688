package io.fleetcheck.agent.probe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Random bytes that depend on their place, so that what a block must hold can be told without
 * keeping it: SplitMix64 (Steele, Lea and Flood 2014) of seed and place.
 */
final class Noise {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private final long seed;

  Noise(long seed) {
    this.seed = seed;
  }

  /** Fills the buffer's first bytes, a multiple of 8, as for that place. */
  void fill(ByteBuffer buffer, int length, long place) {
    buffer.order(ByteOrder.nativeOrder());
    for (int i = 0; i < length; i += Long.BYTES) {
      buffer.putLong(i, word(place + i));
    }
  }

  /** Whether the buffer's first bytes are those of that place. */
  boolean matches(ByteBuffer buffer, int length, long place) {
    buffer.order(ByteOrder.nativeOrder());
    for (int i = 0; i < length; i += Long.BYTES) {
      if (buffer.getLong(i) != word(place + i)) {
        return false;
      }
    }
    return true;
  }

  private long word(long place) {
    long z = seed + (place / Long.BYTES + 1) * GAMMA;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
