package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CarverTest {
  @Test
  void neverTheFirstOrLastByteOfAnExtent() {
    Extent extent = new Extent(0, 8192, 16384, 0);
    assertEquals(
        List.of(new Range(12288, 4096, 4096), new Range(16384, 8192, 4096)),
        Carver.carve(List.of(extent), 4096, 512, 0));
  }

  @Test
  void alignedOnTheDeviceNotInTheFile() {
    Extent extent = new Extent(0, 9 * 1024, 11 * 1024, 0);
    assertEquals(
        List.of(new Range(12288, 3072, 4096)), Carver.carve(List.of(extent), 4096, 4096, 0));
  }

  @Test
  void onlyWhatIsNew() {
    Extent extent = new Extent(0, 1 << 20, 1 << 20, 0);
    List<Range> ranges = Carver.carve(List.of(extent), 4096, 4096, 512 << 10);
    assertEquals(512 << 10, ranges.get(0).logical());
  }

  @Test
  void whateverTheExtents() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      long unit = 512L << random.nextInt(8);
      int bytes = 512 << random.nextInt(12);
      Extent extent =
          new Extent(
              1024L * random.nextInt(100),
              1024L * random.nextInt(10_000),
              1024L * (1 + random.nextInt(4096)),
              0);
      long from = 1024L * random.nextInt(200);
      long before = 0;
      for (Range range : Carver.carve(List.of(extent), unit, bytes, from)) {
        assertTrue(range.offset() > extent.physical());
        assertTrue(range.offset() + range.span() < extent.physical() + extent.length());
        assertEquals(0, range.offset() % unit);
        assertEquals(0, range.span() % unit);
        assertTrue(range.span() >= bytes);
        assertTrue(range.offset() >= before, "overlaps");
        assertTrue(range.logical() >= from);
        assertEquals(extent.physical() - extent.logical(), range.offset() - range.logical());
        before = range.offset() + range.span();
      }
    }
  }
}
