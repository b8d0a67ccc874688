package io.fleetcheck.agent.natives;

/** No native calls can be made here; the message is one line for people. */
public final class NativeCodeException extends Exception {
  NativeCodeException(String message) {
    super(message);
  }

  NativeCodeException(String message, Throwable cause) {
    super(message, cause);
  }
}
