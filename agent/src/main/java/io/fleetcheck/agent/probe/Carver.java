package io.fleetcheck.agent.probe;

import java.util.ArrayList;
import java.util.List;

/** Cuts ranges out of extents, each strictly inside one extent, aligned on the device. */
final class Carver {
  private Carver() {}

  /**
   * @param unit of alignment, of starts on the device and of spans, in bytes
   * @param bytes of each call; its span is that, rounded up to whole units
   * @param from first byte of the file that may be used
   */
  static List<Range> carve(List<Extent> extents, long unit, int bytes, long from) {
    int span = (int) Range.roundUp(bytes, unit);
    List<Range> ranges = new ArrayList<>();
    for (Extent extent : extents) {
      long skip = Math.max(0, from - extent.logical());
      // Strictly inside: neither the first nor the last byte of the extent is ever touched.
      long start = Range.roundUp(extent.physical() + Math.max(skip, 1), unit);
      long end = extent.physical() + extent.length();
      for (; start + span < end; start += span) {
        long logical = extent.logical() + (start - extent.physical());
        ranges.add(new Range(start, logical, span));
      }
    }
    return ranges;
  }
}
