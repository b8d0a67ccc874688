package io.fleetcheck.inventory;

/**
 * Something wrong with an inventory, told so that it can be put right.
 *
 * @param source the file, or the source as it was given
 * @param line from 1; 0 where no line can be named
 * @param what what is wrong
 * @param where the text, host, group or variable that is wrong
 * @param expected what would have been right, or what to do
 */
public record Problem(
    Severity severity, String source, int line, String what, String where, String expected) {

  /** What Ansible makes of it; fleetcheck's audits accept warnings only. */
  public enum Severity {
    /** Read all the same. */
    WARNING,
    /** A source, or part of it, was not read; Ansible goes on with the rest. */
    UNREAD,
    /** Ansible stops. */
    FATAL
  }

  static Problem warning(Place place, String what, String where, String expected) {
    return at(Severity.WARNING, place, what, where, expected);
  }

  static Problem unread(Place place, String what, String where, String expected) {
    return at(Severity.UNREAD, place, what, where, expected);
  }

  static Problem fatal(Place place, String what, String where, String expected) {
    return at(Severity.FATAL, place, what, where, expected);
  }

  private static Problem at(
      Severity severity, Place place, String what, String where, String expected) {
    return new Problem(severity, place.source(), place.line(), what, where, expected);
  }

  Problem as(Severity other) {
    return new Problem(other, source, line, what, where, expected);
  }

  /** {@code file:line: what, where, expected} on one line. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(source);
    if (line > 0) {
      text.append(':').append(line);
    }
    text.append(": ").append(what);
    if (!where.isEmpty()) {
      text.append(", ").append(where);
    }
    if (!expected.isEmpty()) {
      text.append(", expected ").append(expected);
    }
    return Excerpt.oneLine(text.toString());
  }
}
