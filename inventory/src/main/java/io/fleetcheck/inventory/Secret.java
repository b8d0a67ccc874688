package io.fleetcheck.inventory;

import static java.util.Objects.requireNonNull;

/** A password. Never prints itself, so that no log, report or exception can show it. */
public final class Secret {
  private final String value;

  public Secret(String value) {
    this.value = requireNonNull(value);
  }

  /** The password in clear; for the one place that sends it. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "***";
  }
}
