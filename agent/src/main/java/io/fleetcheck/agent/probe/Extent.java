package io.fleetcheck.agent.probe;

/**
 * A piece of a file, as FIEMAP tells ({@code linux/fiemap.h}), in bytes.
 *
 * @param physical on the device of the file system
 * @param flags FIEMAP_EXTENT_*
 */
public record Extent(long logical, long physical, long length, int flags) {
  private static final int LAST = 0x1;
  private static final int DATA_INLINE = 0x200;
  private static final int MERGED = 0x1000;

  /** Plain data at a known place: no flag but LAST and MERGED. */
  public boolean isPlain() {
    return (flags & ~(LAST | MERGED)) == 0;
  }

  public boolean isInline() {
    return (flags & DATA_INLINE) != 0;
  }

  public long end() {
    return logical + length;
  }
}
