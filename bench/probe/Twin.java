package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.natives.LinuxKernel;
import io.fleetcheck.agent.natives.NativeLibrary;
import java.nio.ByteBuffer;
import java.util.Optional;

/** What twin.c does, by the agent's own calls. Arguments: DEVICE BYTES ROUNDS. */
public final class Twin {
  public static void main(String[] args) throws Exception {
    int bytes = Integer.parseInt(args[1]);
    int rounds = Integer.parseInt(args[2]);
    Kernel kernel = LinuxKernel.load(new NativeLibrary(Optional.empty()));
    ByteBuffer zeros = kernel.buffer(bytes);
    long[] times = new long[4 * rounds];
    int n = 0;
    try (Descriptor node = kernel.openNode(args[0], true)) {
      for (int round = 0; round < rounds; round++) {
        for (int half = 0; half < 2; half++) {
          long offset = (2L * round + half) % 32 * bytes;
          boolean zero = (round + half) % 2 == 0;
          long start = System.nanoTime();
          if (zero) {
            node.zeroOut(offset, bytes);
          } else {
            node.write(zeros, bytes, offset);
          }
          long called = System.nanoTime();
          node.syncData();
          long flushed = System.nanoTime();
          times[n++] = zero ? called - start : start - called;
          times[n++] = flushed - called;
        }
      }
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < n; i += 2) {
      out.append(times[i] > 0 ? "zeroout " : "write ").append(Math.abs(times[i]));
      out.append("\nflush ").append(times[i + 1]).append('\n');
    }
    System.out.print(out);
  }
}
