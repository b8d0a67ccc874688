package io.fleetcheck.controller.run;

import java.util.Locale;

/** Where on its way a host is, or stopped. Each stage has a deadline of its own. */
public enum Stage {
  RESOLVE,
  CONNECT,
  HOST_KEY,
  AUTHENTICATION,
  SHELL,
  BECOME,
  /** A Java is being brought to a host that has none. */
  RUNTIME,
  PUSH,
  START,
  RUN;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
