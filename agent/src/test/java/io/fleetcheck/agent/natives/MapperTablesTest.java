package io.fleetcheck.agent.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.wire.BlockNode.Target;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The kernel's answer, laid out as linux/dm-ioctl.h says. */
class MapperTablesTest {
  private final ByteBuffer answer = ByteBuffer.allocate(4096).order(ByteOrder.nativeOrder());
  private int at = 312;

  private void target(long start, long sectors, String type, String arguments) {
    byte[] text = (arguments + "\0").getBytes(StandardCharsets.US_ASCII);
    int next = (at + 40 + text.length + 7) / 8 * 8;
    answer.putLong(at, start).putLong(at + 8, sectors);
    answer.putInt(at + 20, next - 312);
    answer.put(at + 24, type.getBytes(StandardCharsets.US_ASCII));
    answer.put(at + 40, text);
    at = next;
    answer.putInt(16, 312).putInt(20, answer.getInt(20) + 1);
  }

  @Test
  void severalTargets() {
    target(0, 2048, "linear", "8:0 2048");
    target(2048, 4096, "striped", "2 128 8:0 4096 8:16 0 ");
    assertEquals(
        List.of(
            new Target(0, 2048, "linear", "8:0 2048"),
            new Target(2048, 4096, "striped", "2 128 8:0 4096 8:16 0")),
        MapperTables.targets(answer));
  }

  @Test
  void keysAreCutOut() {
    target(0, 8, "crypt", "aes-xts-plain64 0123456789abcdef 0 8:0 4096");
    assertEquals("aes-xts-plain64 - 0 8:0 4096", MapperTables.targets(answer).get(0).arguments());
  }
}
