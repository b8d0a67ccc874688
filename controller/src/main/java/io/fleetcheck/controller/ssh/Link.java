package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.OptionalInt;

/** A way to a host on which one command can be run. */
interface Link {
  /** How long {@link Running#exit} waits: a child may hold its outputs open, or let go of them. */
  int EXIT_SECONDS = 10;

  /**
   * Starts a command.
   *
   * @param command for the user's login shell, which may be any
   */
  Running exec(String command) throws IOException;

  /** Cuts everything that is under way. Never blocks; from any thread; more than once. */
  void cut();

  /** A command under way. Whoever starts one drains both outputs, or it may stall. */
  interface Running {
    OutputStream stdin();

    InputStream stdout();

    InputStream stderr();

    /** Waits for the end, a while; to be called when stdout has ended. */
    Exit exit() throws IOException;
  }

  /**
   * How a command ended; both are empty where the other side does not tell.
   *
   * @param signal without the {@code SIG}
   */
  record Exit(OptionalInt status, Optional<String> signal) {

    /** A shell, and Java of its children, tell a signal as 128 and its number. */
    static Exit ofStatus(int status) {
      Optional<String> signal =
          switch (status - 128) {
            case 1 -> Optional.of("HUP");
            case 2 -> Optional.of("INT");
            case 6 -> Optional.of("ABRT");
            case 7 -> Optional.of("BUS");
            case 9 -> Optional.of("KILL");
            case 11 -> Optional.of("SEGV");
            case 13 -> Optional.of("PIPE");
            case 15 -> Optional.of("TERM");
            default -> Optional.empty();
          };
      return new Exit(signal.isPresent() ? OptionalInt.empty() : OptionalInt.of(status), signal);
    }

    @Override
    public String toString() {
      return signal
          .map(name -> "killed by SIG" + name)
          .orElse(status.isPresent() ? "exit status " + status.getAsInt() : "no exit status");
    }
  }
}
