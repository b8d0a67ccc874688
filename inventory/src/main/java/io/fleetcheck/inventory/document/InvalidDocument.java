package io.fleetcheck.inventory.document;

/** Text that is neither JSON nor YAML, or more of it than is allowed. */
public final class InvalidDocument extends Exception {
  private final int line;
  private final String expected;

  /**
   * @param line from 1; 0 where none can be named
   */
  InvalidDocument(String what, int line, String expected) {
    super(what, null, false, false);
    this.line = line;
    this.expected = expected;
  }

  public String what() {
    return String.valueOf(getMessage());
  }

  public int line() {
    return line;
  }

  public String expected() {
    return expected;
  }
}
