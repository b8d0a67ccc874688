package io.fleetcheck.controller.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How wide the terminal is: shells keep COLUMNS to themselves, so stty is asked. */
final class TerminalWidth {
  private static final int UNKNOWN = 80;
  private static final int SMALLEST = 20;

  private TerminalWidth() {}

  static int find(Map<String, String> environment) {
    int columns = number(environment.getOrDefault("COLUMNS", ""));
    return columns >= SMALLEST ? columns : ask();
  }

  private static int ask() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      stty.waitFor(1, TimeUnit.SECONDS);
      int columns = number(size.strip().replaceFirst(".* ", ""));
      return columns >= SMALLEST ? columns : UNKNOWN;
    } catch (IOException noStty) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }

  private static int number(String text) {
    return text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
  }
}
