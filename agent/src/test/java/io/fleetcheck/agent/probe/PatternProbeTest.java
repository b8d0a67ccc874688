package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.wire.FilePattern;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatternProbeTest {
  /** Bytes of ten pairs of 16 KiB: two files each, the file system's own block for either. */
  private static final long TEN_PAIRS = 10 * (16384 + 2 * 4096);

  @Test
  void takesEachSizeTenTimes() throws Exception {
    assertEquals(
        List.of("16384: 10", "4096: 10", "32768: 10", "20: 10", "40960: 10"), pairs(4 << 20));
  }

  /** Fewer than eight pairs tell nothing: a short budget must not be spread over all sizes. */
  @Test
  void finishesTheSizeThatTellsMostBeforeTheNext() throws Exception {
    assertEquals(List.of("16384: 10"), pairs(TEN_PAIRS));
  }

  private static List<String> pairs(long budget) throws Exception {
    try (LoopDisk disk = LoopDisk.with(256, "mkfs.ext4", "-q").mount("rw")) {
      ProbeResult.Measured measured =
          (ProbeResult.Measured)
              new ProbeFixture().mode(ProbeMode.FILE).budget(60_000, budget).probe(disk);
      return measured.patterns().stream().map(PatternProbeTest::told).toList();
    }
  }

  private static String told(FilePattern pattern) {
    assertEquals(pattern.preallocated().size(), pattern.plain().size());
    return pattern.bytes() + ": " + pattern.plain().size();
  }
}
