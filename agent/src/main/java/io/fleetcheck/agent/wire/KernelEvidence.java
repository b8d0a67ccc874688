package io.fleetcheck.agent.wire;

import java.util.List;

/**
 * The SCSI commands that the kernel sent to the leaf disks during the probe, from the trace events
 * {@code scsi:scsi_dispatch_cmd_start} and {@code scsi:scsi_dispatch_cmd_done}.
 *
 * @param lost events that the ring buffer dropped; what follows from absence is void when not 0
 */
public record KernelEvidence(List<Command> commands, long lost) {

  /**
   * One command.
   *
   * @param opcode as the kernel prints it: {@code WRITE_SAME}, {@code WRITE_SAME_16}, {@code UNMAP}
   * @param lba first logical block
   * @param blocks transfer length in logical blocks
   * @param start on CLOCK_MONOTONIC, nanoseconds
   * @param nanos from dispatch to done; -1 where no done event was seen
   * @param result as the kernel prints it; empty where no done event was seen
   */
  public record Command(
      String hctl, String opcode, long lba, long blocks, long start, long nanos, String result) {
    public boolean isWriteSame() {
      return opcode.startsWith("WRITE_SAME");
    }
  }

  public KernelEvidence {
    commands = List.copyOf(commands);
  }
}
