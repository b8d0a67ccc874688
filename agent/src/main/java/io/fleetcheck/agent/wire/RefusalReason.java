package io.fleetcheck.agent.wire;

import java.util.Locale;

/** Why a probe mode was not used on a disk or file system; each is a verdict code of its own. */
public enum RefusalReason {
  /** No mounted file system lies on the disk, and it was not named as scratch. */
  NO_FILE_SYSTEM,
  /** The agent is not root in the initial user namespace. */
  NOT_PERMITTED,
  /** The library for system calls cannot be loaded: an unknown machine, or no place to map it. */
  NO_NATIVE_CALLS,
  /** The file system's type is neither ext4 nor XFS. */
  FILE_SYSTEM_TYPE,
  /** The file system is mounted read-only. */
  MOUNTED_READ_ONLY,
  /** The file system's st_dev is not a device in /sys/dev/block. */
  NO_BLOCK_DEVICE,
  /** ext4 mounted with data=journal. */
  DATA_JOURNAL,
  /** The scratch file got the attribute +j (FS_JOURNAL_DATA_FL). */
  JOURNALLED_FILE,
  /** The scratch file is encrypted (fscrypt). */
  ENCRYPTED_FILE,
  /** The scratch file is DAX. */
  DAX_FILE,
  /** The scratch file's data lies in its inode. */
  INLINE_DATA,
  /** The scratch file lies on XFS's realtime device. */
  XFS_REALTIME,
  /** The disk or a layer above it is read-only. */
  DEVICE_READ_ONLY,
  /** A zoned disk. */
  ZONED,
  DM_THIN,
  DM_SNAPSHOT,
  DM_SNAPSHOT_ORIGIN,
  DM_CACHE,
  DM_WRITECACHE,
  DM_VDO,
  DM_ERA,
  DM_INTEGRITY,
  DM_ZONED,
  DRBD,
  LOOP,
  BCACHE,
  /** A layer between file system and disk that this version does not know. */
  UNKNOWN_LAYER,
  /** A device-mapper table could not be read. */
  TABLE_UNREADABLE,
  /** A thin LUN (thin_provisioning 1), and --probe-thin was not given. */
  THIN_LUN,
  /** An extent lies on several disks and there is no kernel evidence to tell them apart. */
  MULTIPLE_LEAVES,
  /** The file system has no O_TMPFILE, or it failed. */
  NO_TMPFILE,
  /** Writing or syncing the scratch file failed. */
  FILL_FAILED,
  /** FIEMAP shows a hole or a flag other than LAST and MERGED, or FIEMAP failed. */
  EXTENT_FLAGS,
  /** The block node's st_rdev is not the file's st_dev. */
  NODE_MISMATCH,
  /** The block range read back by O_DIRECT is not the file's content. */
  CANARY_MISMATCH,
  /** No extent holds an aligned range strictly inside it. */
  NO_ALIGNED_RANGE,
  /** FIEMAP changed between two calls. */
  EXTENT_MOVED,
  /** Less than max(5 %, 64 MiB) of the file system would stay free. */
  LITTLE_SPACE,
  /** Opening the block node for writing gave EBUSY. */
  OPEN_BUSY,
  /** The disk is doing more work than --busy-limit allows. */
  BUSY,
  /** A call did not return before its deadline. */
  STUCK,
  /** The budget of time or bytes was spent before this disk could be measured. */
  BUDGET,
  /** The controller denied the turn: another host probes this LUN, or the run is ending. */
  NO_TURN,
  /** The device named as scratch is not the one with that WWID and serial. */
  SCRATCH_IDENTITY,
  /** The device named as scratch bears a signature of a file system, table, volume or swap. */
  SCRATCH_SIGNATURE,
  /** Another device holds the device named as scratch. */
  SCRATCH_HOLDERS,
  /** A loop device is backed by the device named as scratch. */
  SCRATCH_LOOP_BACKING,
  /** The device named as scratch is mounted, swap, or open in another process. */
  SCRATCH_IN_USE;

  /** The verdict code: lower case, as reports and {@code fleetcheck explain} spell it. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
