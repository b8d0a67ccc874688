package io.fleetcheck.controller.ssh;

/** What sudo's words mean and what to do about them. Its locale was set to C before. */
final class SudoRefusal {
  private SudoRefusal() {}

  /**
   * @param said sudo's standard error
   * @param user who was to be become
   * @param asked whether it asked for the password, and was given one
   */
  static String explain(String said, String user, String target, boolean asked) {
    return "sudo on " + target + " does not give us " + user + ": " + meaning(said, asked);
  }

  private static String meaning(String said, boolean asked) {
    if (said.contains("a password is required")) {
      return asked
          ? "the password is wrong"
          : "it wants a password: give one with --ask-become-pass (-K) or ansible_become_password,"
              + " or allow it by NOPASSWD in sudoers";
    }
    if (said.contains("Sorry, try again") || said.contains("incorrect password")) {
      return "the password is wrong (tried once)";
    }
    if (said.contains("must have a tty")) {
      return "it wants a terminal: remove requiretty from sudoers for this user"
          + " (Defaults:USER !requiretty)";
    }
    if (said.contains("is not in the sudoers file") || said.contains("is not allowed to")) {
      return "sudoers does not allow it: " + AgentStarter.oneLine(said);
    }
    return said.isEmpty() ? "it ended without a word" : AgentStarter.oneLine(said);
  }
}
