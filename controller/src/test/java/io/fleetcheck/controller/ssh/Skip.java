package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** What a machine lacks for a test is said aloud. */
final class Skip {
  private Skip() {}

  static void unless(boolean there, String what) {
    if (!there) {
      System.err.println("SKIPPED: " + what);
    }
    assumeTrue(there, "SKIPPED: " + what);
  }

  static void unlessInstalled(String program, String debianPackage) {
    unless(Files.isExecutable(Path.of(program)), program + " is missing: install " + debianPackage);
  }

  static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  static void unlessRoot(String why) {
    unless(isRoot(), "only root can " + why);
  }
}
