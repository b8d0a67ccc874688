package io.fleetcheck.controller.cli;

import io.fleetcheck.inventory.InventoryContext;
import io.fleetcheck.inventory.Secret;
import io.fleetcheck.playbooks.Config;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the command line knows of the process around it, injected so that tests are one.
 *
 * @param out data; nothing else ever goes there
 * @param err progress and complaints
 * @param width of the terminal that {@code out} is, in columns; 0 where it is none
 * @param prompt asks for a password with the text given; empty where nobody can be asked
 */
record Surroundings(
    PrintWriter out,
    PrintWriter err,
    Map<String, String> environment,
    boolean outIsTerminal,
    boolean errIsTerminal,
    int width,
    Optional<Function<String, Secret>> prompt,
    Interrupts interrupts,
    Clock clock) {

  static Surroundings ofProcess() {
    boolean outIsTerminal = isTerminal(1);
    return new Surroundings(
        writer(FileDescriptor.out),
        writer(FileDescriptor.err),
        System.getenv(),
        outIsTerminal,
        isTerminal(2),
        outIsTerminal ? TerminalWidth.find(System.getenv()) : 0,
        ControllingTerminal.find().map(terminal -> terminal::ask),
        new SignalInterrupts(),
        Clock.systemUTC());
  }

  /** NO_COLOR as no-color.org has it: present and not empty. */
  boolean allowsColour() {
    return outIsTerminal
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /** What configuration files and variables set. */
  Config config() {
    return Config.load(environment, Path.of(""), Path.of(System.getProperty("user.home")));
  }

  /** Relative names start at the working directory. */
  InventoryContext inventories() {
    return InventoryContext.of(Path.of(""), Path.of(System.getProperty("user.home")), environment);
  }

  /** UTF-8 whatever the locale says: reports are read by programs. */
  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8));
  }

  /** Java 17 tells only of standard input and output together, hence the link. */
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException noProc) {
      return false;
    }
  }
}
