package io.fleetcheck.agent;

import io.fleetcheck.agent.probe.Policy;
import io.fleetcheck.agent.probe.Stop;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The agent as a process of its own, but admitting loop devices as disks; arguments are its lock
 * file, after how many milliseconds a call counts as stuck, and the names of the devices. Only the
 * classes of the tests have it.
 */
public final class LoopAgent {
  private LoopAgent() {}

  public static void main(String[] args) throws InterruptedException {
    Set<String> loops = Arrays.stream(args).skip(2).collect(Collectors.toSet());
    Policy policy = new Policy(loops, Long.parseLong(args[1]), 1_000, Path.of(args[0]));
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    int code =
        new AgentMain(
                new BufferedInputStream(System.in),
                out,
                policy,
                new Stop(),
                () -> Runtime.getRuntime().halt(AgentMain.FAILED))
            .run();
    if (code == AgentMain.SIGNALLED) {
      Thread.currentThread().join();
    }
    Runtime.getRuntime().halt(code);
  }
}
