package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.RefusalReason;

/** Each refusal as the beginning of a sentence; where it was found and the detail follow. */
final class RefusalWords {
  private RefusalWords() {}

  static String of(RefusalReason reason) {
    return switch (reason) {
      case NO_FILE_SYSTEM ->
          "no mounted file system lies on it to hold a scratch file, and it is not named as scratch";
      case NOT_PERMITTED -> "the agent lacks the rights: it has to be root";
      case NO_NATIVE_CALLS -> "the agent's library for system calls cannot be loaded";
      case FILE_SYSTEM_TYPE -> "the file system is neither ext4 nor XFS";
      case MOUNTED_READ_ONLY -> "the file system is mounted read-only";
      case NO_BLOCK_DEVICE -> "the file system does not say which block device it lies on";
      case DATA_JOURNAL -> "ext4 is mounted with data=journal";
      case JOURNALLED_FILE -> "the scratch file's data would go through the journal (+j)";
      case ENCRYPTED_FILE -> "the scratch file is encrypted";
      case DAX_FILE -> "the scratch file is DAX";
      case INLINE_DATA -> "the scratch file's data lies in its inode";
      case XFS_REALTIME -> "the scratch file lies on the realtime device";
      case DEVICE_READ_ONLY -> "the disk or a layer above it is read-only";
      case ZONED -> "the disk is zoned";
      case DM_THIN -> "a dm-thin pool lies below";
      case DM_SNAPSHOT -> "a snapshot lies below";
      case DM_SNAPSHOT_ORIGIN -> "a volume with snapshots lies below";
      case DM_CACHE -> "dm-cache lies below";
      case DM_WRITECACHE -> "dm-writecache lies below";
      case DM_VDO -> "VDO lies below";
      case DM_ERA -> "dm-era lies below";
      case DM_INTEGRITY -> "dm-integrity lies below";
      case DM_ZONED -> "dm-zoned lies below";
      case DRBD -> "DRBD lies below";
      case LOOP -> "a loop device lies below";
      case BCACHE -> "bcache lies below";
      case UNKNOWN_LAYER -> "a layer that this version does not know lies below";
      case TABLE_UNREADABLE -> "a device-mapper table could not be read";
      case THIN_LUN -> "the LUN is thin, and --probe-thin was not given";
      case MULTIPLE_LEAVES -> "the blocks lie on several disks and no trace tells them apart";
      case NO_TMPFILE -> "a file without a name could not be made";
      case FILL_FAILED -> "the scratch file could not be written";
      case EXTENT_FLAGS -> "the scratch file's blocks are not plain allocated ones";
      case NODE_MISMATCH -> "the block node is not the device that the file lies on";
      case CANARY_MISMATCH ->
          "the block device does not hold the scratch file's content where it" + " should";
      case NO_ALIGNED_RANGE -> "no extent of the scratch file holds an aligned range inside";
      case EXTENT_MOVED -> "the scratch file's blocks moved during the probe";
      case LITTLE_SPACE -> "too little space would stay free";
      case OPEN_BUSY -> "the kernel does not let a mounted device be opened for writing";
      case BUSY -> "the disk is busier than --busy-limit allows";
      case STUCK -> "a call has not returned before the deadline";
      case BUDGET -> "the budget of time or bytes was spent first";
      case NO_TURN -> "the controller gave no turn: another host probes this LUN";
      case SCRATCH_IDENTITY -> "the device named as scratch has another WWID or serial";
      case SCRATCH_SIGNATURE -> "the device named as scratch is not empty: it bears a signature";
      case SCRATCH_HOLDERS -> "another device holds the device named as scratch";
      case SCRATCH_LOOP_BACKING -> "a loop device is backed by the device named as scratch";
      case SCRATCH_IN_USE -> "the device named as scratch is in use";
    };
  }
}
