package io.fleetcheck.controller.ssh;

/**
 * What the words of sudo or su mean and what to do about them. Their locale was set to C before.
 *
 * @param method {@code sudo} or {@code su}
 * @param login who they were called by
 * @param user who was to be become
 */
record BecomeRefusal(String method, String login, String user, String target) {
  /** In the text where the password is wrong, and only there. */
  static final String WRONG = "is wrong (tried once)";

  private static final String GIVE_ONE =
      "give one with --ask-become-pass (-K) or ansible_become_password";

  /**
   * @param said all that was printed
   * @param answered whether a password was asked for and given
   * @param asked whether a password was asked for
   */
  String explain(String said, boolean answered, boolean asked) {
    return method
        + " on "
        + target
        + " does not give us "
        + user
        + ": "
        + (method.equals("su") ? su(said, answered, asked) : sudo(said, answered));
  }

  private String sudo(String said, boolean answered) {
    if (said.contains("a password is required")) {
      return answered
          ? "the password " + WRONG
          : "it wants a password: " + GIVE_ONE + ", or allow it without, " + inSudoers("ALL");
    }
    if (said.contains("Sorry, try again") || said.contains("incorrect password")) {
      return "the password " + WRONG;
    }
    if (said.contains("must have a tty")) {
      return "it wants a terminal (requiretty): exempt this user in sudoers: Defaults:"
          + login
          + " !requiretty";
    }
    if (said.contains("is not in the sudoers file") || said.contains("may not run sudo")) {
      return "sudoers does not allow "
          + login
          + " anything: allow the one command that fleetcheck needs, "
          + inSudoers("");
    }
    if (said.contains("is not allowed to")) {
      return "sudoers does not allow it to "
          + login
          + ": allow the one command that fleetcheck needs, "
          + inSudoers("");
    }
    return otherwise(said);
  }

  private String inSudoers(String commands) {
    return "in sudoers (visudo): "
        + (commands.isEmpty()
            ? Scripts.sudoersLine(login, user)
            : login + " ALL=(" + user + ") NOPASSWD: " + commands);
  }

  private String su(String said, boolean answered, boolean asked) {
    if (asked && !answered) {
      return "it wants the password of " + user + ": " + GIVE_ONE;
    }
    if (said.contains("must be run from a terminal")) {
      return "it wants a terminal: use sudo (ansible_become_method=sudo), or log in as " + user;
    }
    if (said.contains("Authentication failure") || said.contains("incorrect password")) {
      return "the password of " + user + " " + WRONG + ", or it has none";
    }
    return otherwise(said);
  }

  private static String otherwise(String said) {
    return said.isEmpty() ? "it ended without a word" : AgentStarter.oneLine(said);
  }
}
