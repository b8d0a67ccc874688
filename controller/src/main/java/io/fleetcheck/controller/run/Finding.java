package io.fleetcheck.controller.run;

/**
 * One thing that an audit of a host needs, and how it is there.
 *
 * @param what in a word or two
 * @param found one line; may be empty where all is well
 * @param remedy what to do; empty where nothing is, or where {@code found} says it
 */
public record Finding(String what, Grade grade, String found, String remedy) {

  /** How well it is. */
  public enum Grade {
    OK,
    /** Worth knowing; an audit does all the same. */
    NOTE,
    WRONG
  }
}
