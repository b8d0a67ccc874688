package io.fleetcheck.controller.cli;

import io.fleetcheck.inventory.Secret;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where passwords are asked for, as ssh and sudo do it: on the terminal that the process belongs to
 * (tty(4)), also where standard input or output is something else. Java's Console wants both to be
 * one, so that nobody could be asked whose report goes to a file.
 */
final class ControllingTerminal {
  private static final File TTY = new File("/dev/tty");

  private ControllingTerminal() {}

  /** Empty where the process has none, as under cron and setsid. */
  static Optional<ControllingTerminal> find() {
    try {
      new FileInputStream(TTY).close();
      return Optional.of(new ControllingTerminal());
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /** What is typed up to the end of the line, which is not shown; empty where nothing can be. */
  Secret ask(String text) {
    try (OutputStream out = new FileOutputStream(TTY);
        InputStream in = new FileInputStream(TTY)) {
      String before = stty("-g").strip();
      Thread restore = new Thread(() -> restore(before), "fleetcheck-echo");
      Runtime.getRuntime().addShutdownHook(restore);
      try {
        stty("-echo");
        out.write(text.getBytes(Charset.defaultCharset()));
        return new Secret(line(in));
      } finally {
        restore(before);
        forget(restore);
        out.write('\n');
      }
    } catch (IOException gone) {
      // Without stty the password would be shown; without the terminal there is nobody.
      return new Secret("");
    }
  }

  /** No more than the line: the next question's answer may have been typed already. */
  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      bytes.write(b);
    }
    return bytes.toString(Charset.defaultCharset());
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // By Ctrl-C at the question: the hook is at work.
    }
  }

  private static void restore(String settings) {
    try {
      stty(settings);
    } catch (IOException gone) {
      // So is what would have been set.
    }
  }

  private static String stty(String settings) throws IOException {
    Process stty =
        new ProcessBuilder("stty", settings)
            .redirectInput(TTY)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (InputStream out = stty.getInputStream()) {
      String said = new String(out.readAllBytes(), StandardCharsets.US_ASCII);
      if (stty.waitFor() != 0) {
        throw new IOException("stty " + settings + " failed");
      }
      return said;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while it was asked", e);
    }
  }
}
