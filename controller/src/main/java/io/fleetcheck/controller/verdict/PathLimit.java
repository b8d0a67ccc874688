package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;

/**
 * The limit of WRITE SAME on one path to a disk.
 *
 * @param blocks the scsi_disk's, in logical blocks
 * @param queueBytes the queue's, which is what the block layer goes by
 */
record PathLimit(BlockNode node, ScsiDisk scsi, Reading<Long> blocks, Reading<Long> queueBytes) {

  static PathLimit of(BlockNode node, ScsiDisk scsi, Limits limits) {
    return new PathLimit(node, scsi, limits.blocks(scsi), limits.queueBytes(node.name()));
  }

  /**
   * A queue that lacks the file is judged by the scsi_disk alone; one that fails to tell is not.
   */
  boolean isReadable() {
    return blocks.isKnown() && !(queueBytes instanceof Reading.Unreadable);
  }

  boolean isJudgedByFileAlone() {
    return queueBytes instanceof Reading.Absent;
  }

  /** The file says 0 and the queue still lets WRITE SAME through. */
  boolean isPartial() {
    return Limits.isZero(blocks) && Limits.isPositive(queueBytes);
  }

  /** The effective limit is known to be 0. */
  boolean isOff() {
    return isJudgedByFileAlone() ? Limits.isZero(blocks) : Limits.isZero(queueBytes);
  }

  /** The effective limit is known to be above 0. */
  boolean isArmed() {
    return isJudgedByFileAlone() ? Limits.isPositive(blocks) : Limits.isPositive(queueBytes);
  }
}
