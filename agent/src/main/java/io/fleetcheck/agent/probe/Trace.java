package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.KernelEvidence;
import io.fleetcheck.agent.wire.Reading;

/** The kernel's record of the SCSI commands it sends to the disks under probe. */
interface Trace extends AutoCloseable {
  /** Forgets what came before now. */
  void discard();

  /** Keeps what came since the last call of either. */
  void collect();

  /** All that was kept; why there is none, otherwise. */
  Reading<KernelEvidence> evidence();

  @Override
  void close();

  /** No trace: of a disk outside SCSI, or where tracefs is not mounted. */
  static Trace none(Reading<KernelEvidence> why) {
    return new Trace() {
      @Override
      public void discard() {}

      @Override
      public void collect() {}

      @Override
      public Reading<KernelEvidence> evidence() {
        return why;
      }

      @Override
      public void close() {}
    };
  }
}
