package io.fleetcheck.agent.probe;

import java.io.IOException;

/** A system call failed. */
public final class SystemCallException extends IOException {
  private final String operation;
  private final String where;
  private final String errno;

  /**
   * @param operation such as {@code ioctl(BLKZEROOUT)}
   * @param where the path that it was done on
   * @param errno the symbolic name
   */
  public SystemCallException(String operation, String where, String errno) {
    super(operation + " on " + where + ": " + errno);
    this.operation = operation;
    this.where = where;
    this.errno = errno;
  }

  /** The message: operation, place and error. */
  public String text() {
    return operation + " on " + where + ": " + errno;
  }

  public String operation() {
    return operation;
  }

  public String where() {
    return where;
  }

  public String errno() {
    return errno;
  }
}
