package io.fleetcheck.controller.cli;

import java.util.List;

/** What the user asked for cannot be done: exit code 2, and nothing was begun. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<String> lines;

  /**
   * @param lines one for each problem: what, where and what to do
   */
  UsageException(List<String> lines) {
    super(String.join("; ", lines));
    this.lines = List.copyOf(lines);
  }

  UsageException(String line) {
    this(List.of(line));
  }

  List<String> lines() {
    return lines;
  }
}
