package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NoiseTest {
  private final Noise noise = new Noise(3);

  @Test
  void dependsOnThePlaceOnly() {
    ByteBuffer whole = ByteBuffer.allocateDirect(Noise.BLOCK);
    Random random = new Random(5);
    for (int i = 0; i < 50; i++) {
      long place = 512L * random.nextInt(100_000);
      noise.fill(whole, Noise.BLOCK, place);
      int skip = 512 * random.nextInt(1000);
      int length = 512 * (1 + random.nextInt(1000));
      ByteBuffer part = whole.slice(skip, length);
      assertTrue(noise.matches(part, length, place + skip));
      assertFalse(noise.matches(part, length, place + skip + 512));
      int at = random.nextInt(length);
      part.put(at, (byte) (part.get(at) ^ 1));
      assertFalse(noise.matches(part, length, place + skip), "one bit at " + at);
    }
  }

  @Test
  void noTwoSectorsAreEqual() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(Noise.BLOCK);
    Set<ByteBuffer> sectors = new HashSet<>();
    for (long place = 0; place < 4 * Noise.BLOCK; place += Noise.BLOCK) {
      noise.fill(buffer, Noise.BLOCK, place);
      for (int i = 0; i < Noise.BLOCK; i += 512) {
        byte[] sector = new byte[512];
        buffer.get(i, sector);
        assertTrue(sectors.add(ByteBuffer.wrap(sector)), "sector at " + (place + i));
      }
    }
  }
}
