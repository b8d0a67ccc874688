package io.fleetcheck.controller.run;

/** A store cannot do what it is asked. */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1;

  private final String line;

  /**
   * @param line what, where and what to do
   */
  public StoreException(String line) {
    super(line);
    this.line = line;
  }

  public StoreException(String line, Throwable cause) {
    super(line, cause);
    this.line = line;
  }

  public String line() {
    return line;
  }
}
