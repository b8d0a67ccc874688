package io.fleetcheck.agent.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** What a machine must have for a test; where it lacks it, the test is skipped aloud. */
public final class Requires {
  private Requires() {}

  /** Root that may attach loop devices. */
  public static void loopDevices() throws IOException {
    String user = System.getProperty("user.name");
    need(user.equals("root"), "loop devices need root");
    need(Files.exists(Path.of("/dev/loop-control")), "this machine has no loop devices");
  }

  public static void command(String name) {
    boolean found = false;
    for (String directory : new String[] {"/usr/sbin", "/usr/bin", "/sbin", "/bin"}) {
      found |= Files.isExecutable(Path.of(directory, name));
    }
    need(found, "this machine has no " + name);
  }

  public static void fileSystem(String type) throws IOException {
    boolean known = Files.readString(Path.of("/proc/filesystems")).contains("\t" + type + "\n");
    need(known, "this kernel has no " + type);
  }

  public static void need(boolean condition, String why) {
    if (!condition) {
      System.err.println("SKIPPED: " + why);
    }
    Assumptions.assumeTrue(condition, "SKIPPED: " + why);
  }
}
