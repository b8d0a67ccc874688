package io.fleetcheck.controller.ssh;

import io.fleetcheck.inventory.ConnectionSettings.Become;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * What a host's shell is told to do. The login shell may be any, fish and csh too: it is given one
 * short command that all of them understand, which reads the script itself, as one line, from
 * standard input. So nothing of it needs quoting for an unknown shell, and little of it shows in
 * process lists and sudo's log.
 *
 * <p>What a script says to us are lines that start with its mark.
 */
final class Scripts {
  /** No single quote, no exclamation mark, no backslash may be within: csh and fish take those. */
  static final String COMMAND = "exec /bin/sh -c 'IFS= read -r fleetcheck; eval \"$fleetcheck\"'";

  /**
   * What the other user's shell is told, always the same, so that sudoers can allow it: it says
   * that it is there, in {@link Marks#BECAME}, and evaluates a line.
   */
  static final String BECOME_COMMAND =
      "echo fleetcheck became; read -r fleetcheck; eval \"$fleetcheck\"";

  /** The oldest Java that runs the agent. */
  static final int OLDEST_JAVA = 17;

  /** Stands in the preparing script where the examination comes in. */
  private static final String EXAMINATION = ": examination;";

  private final String become;
  private final String start;
  private final String prepare;
  private final String examination;

  private Scripts(String become, String start, String prepare, String examination) {
    this.become = become;
    this.start = start;
    this.prepare = prepare;
    this.examination = examination;
  }

  static Scripts load() throws IOException {
    return new Scripts(
        resource("become.sh"),
        resource("start.sh"),
        resource("prepare.sh"),
        resource("examine.sh"));
  }

  /**
   * The line that becomes another user, whose shell then takes the start line. Without a password
   * there is no answer to sudo's prompt.
   */
  String becomeLine(String mark, Become other) {
    return "mark="
        + mark
        + "; method="
        + quote(other.method())
        + "; user="
        + quote(other.user())
        + "; command="
        + quote(BECOME_COMMAND)
        + "; ask="
        + (other.password().isPresent() ? "yes" : "no")
        + "; set -- "
        + other.program().stream().map(Scripts::quote).collect(Collectors.joining(" "))
        + "; "
        + become;
  }

  /** Where the method asks for the password, in its standard error. */
  static Prompts prompts(String mark, String method) {
    return method.equals("su") ? Prompts.ofSu(mark + " su") : Prompts.of(mark + " password");
  }

  /** A line of sudoers that allows no more than what fleetcheck does. */
  static String sudoersLine(String login, String user) {
    return login + " ALL=(" + user + ") NOPASSWD: /bin/sh -c " + BECOME_COMMAND;
  }

  /**
   * The line that finds Java, starts the agent, and ends with its exit status.
   *
   * @param java to look at first; empty for none
   * @param examine whether to tell what an audit would need
   */
  String startLine(String mark, AgentJar agent, String java, boolean examine) {
    return "mark="
        + mark
        + "; sha="
        + agent.sha256()
        + "; size="
        + agent.content().length
        + "; least="
        + OLDEST_JAVA
        + "; prefer="
        + quote(java)
        + "; quick="
        + (examine ? "" : "yes")
        + "; "
        + start;
  }

  /** The line that finds a Java and a place for the agent, and asks for what is missing. */
  String prepareLine(boolean examine) {
    return prepare.replace(EXAMINATION, examine ? examination : "");
  }

  /** For a POSIX shell. */
  private static String quote(String text) {
    if (text.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("a line break in: " + text);
    }
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** As one line, without comments. */
  private static String resource(String name) throws IOException {
    try (InputStream in = Scripts.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("this build of fleetcheck lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .collect(Collectors.joining(" "));
    }
  }
}
