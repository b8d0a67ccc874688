package io.fleetcheck.controller.cli;

/** Ctrl-C and its relatives. */
interface Interrupts {

  /**
   * From now on the first interrupt calls {@code first}, and the next one leaves the process at
   * once with {@link ExitCode#ABORTED}.
   *
   * @param first called on a thread of its own; returns soon
   */
  void onFirst(Runnable first);
}
