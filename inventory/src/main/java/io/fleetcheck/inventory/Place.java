package io.fleetcheck.inventory;

/**
 * Where something was written.
 *
 * @param source a file, or a source as it was given
 * @param line from 1; 0 where no line can be named
 */
public record Place(String source, int line) {
  public static Place of(String source) {
    return new Place(source, 0);
  }

  @Override
  public String toString() {
    return line > 0 ? source + ":" + line : source;
  }
}
