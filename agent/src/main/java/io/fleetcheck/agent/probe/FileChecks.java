package io.fleetcheck.agent.probe;

import static io.fleetcheck.agent.probe.RefusedException.extent;

import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.agent.wire.RefusalReason;
import java.nio.ByteBuffer;

/** What a fresh, still empty scratch file must be, asked of the file itself. */
final class FileChecks {
  /** Magic numbers: {@code linux/magic.h}; ext2 and ext3 share ext4's. */
  private static final long EXT4 = 0xEF53;

  private static final long XFS = 0x58465342;

  /** Attributes of a file: {@code linux/fs.h}. */
  private static final int FS_ENCRYPT = 0x800;

  private static final int FS_JOURNAL_DATA = 0x4000;
  private static final int FS_DAX = 0x02000000;
  private static final int FS_INLINE_DATA = 0x10000000;
  private static final int XFLAG_REALTIME = 0x1;
  private static final int XFLAG_NODEFRAG = 0x2000;
  private static final int XFLAG_DAX = 0x8000;

  private final Descriptor file;
  private final Mount mount;

  FileChecks(Descriptor file, Mount mount) {
    this.file = file;
    this.mount = mount;
  }

  /**
   * @param number {@code major:minor} of the node that will be written to
   * @return the file system's block size in bytes
   */
  long run(String number) throws RefusedException {
    try {
      Descriptor.Space space = file.space();
      checkType(space.type());
      Descriptor.Status status = file.status();
      if (!status.device().equals(number)) {
        throw refuse(
            RefusalReason.NODE_MISMATCH,
            "a file here lies on " + status.device() + ", the mount on " + number);
      }
      if (file.isDax()) {
        throw refuse(RefusalReason.DAX_FILE, "statx says DAX");
      }
      if (mount.type().equals("xfs")) {
        checkXfs();
      } else {
        checkExt4();
      }
      return space.blockSize();
    } catch (SystemCallException e) {
      // An attribute that cannot be read may be the one that forbids it.
      throw refuse(RefusalReason.EXTENT_FLAGS, e.text());
    }
  }

  private void checkType(long type) throws RefusedException {
    long expected = mount.type().equals("xfs") ? XFS : EXT4;
    if (type != expected) {
      throw refuse(
          RefusalReason.FILE_SYSTEM_TYPE,
          "fstatfs says 0x" + Long.toHexString(type) + ", not " + mount.type());
    }
  }

  private void checkXfs() throws RefusedException, SystemCallException {
    int flags = file.extendedFlags();
    if ((flags & XFLAG_REALTIME) != 0) {
      throw refuse(RefusalReason.XFS_REALTIME, "the file is on the realtime device");
    }
    if ((flags & XFLAG_DAX) != 0) {
      throw refuse(RefusalReason.DAX_FILE, "FS_XFLAG_DAX");
    }
    // Else xfs_fsr might move it.
    file.addExtendedFlags(XFLAG_NODEFRAG);
  }

  private void checkExt4() throws RefusedException, SystemCallException {
    checkExt4Flags(file.flags());
    // A small file tells whether this file system puts data into inodes.
    ByteBuffer small = ByteBuffer.allocateDirect(Long.BYTES);
    file.write(small, Long.BYTES, 0);
    checkExt4Flags(file.flags());
  }

  private void checkExt4Flags(int flags) throws RefusedException {
    if ((flags & FS_JOURNAL_DATA) != 0) {
      throw refuse(RefusalReason.JOURNALLED_FILE, "FS_JOURNAL_DATA_FL");
    }
    if ((flags & FS_ENCRYPT) != 0) {
      throw refuse(RefusalReason.ENCRYPTED_FILE, "FS_ENCRYPT_FL");
    }
    if ((flags & FS_DAX) != 0) {
      throw refuse(RefusalReason.DAX_FILE, "FS_DAX_FL");
    }
    if ((flags & FS_INLINE_DATA) != 0) {
      throw refuse(RefusalReason.INLINE_DATA, "FS_INLINE_DATA_FL");
    }
  }

  private RefusedException refuse(RefusalReason reason, String detail) {
    return extent(reason, mount.path(), detail);
  }
}
