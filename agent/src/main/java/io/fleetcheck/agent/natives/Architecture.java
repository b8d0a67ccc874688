package io.fleetcheck.agent.natives;

/**
 * What differs between the machines that the agent runs on. Flags from {@code
 * arch/.../include/uapi/asm/fcntl.h}; requests from {@code asm/ioctl.h} (powerpc has its own
 * direction bits) with {@code linux/fs.h}; call numbers from {@code asm/unistd.h}; offsets from
 * {@code asm/stat.h} and {@code asm/statfs.h} (s390 has its own, aarch64 the generic ones).
 *
 * @param zeroOut request BLKZEROOUT
 * @param getFlags request FS_IOC_GETFLAGS
 * @param getExtended request FS_IOC_FSGETXATTR
 * @param setExtended request FS_IOC_FSSETXATTR
 * @param rdevOffset of st_rdev in the kernel's struct stat; st_dev is at 0 everywhere
 * @param modeOffset of st_mode in it
 * @param statfsWord size of f_type and f_bsize in struct statfs; the block counts follow them
 */
record Architecture(
    String name,
    int direct,
    int directory,
    int noFollow,
    long zeroOut,
    long getFlags,
    long getExtended,
    long setExtended,
    int ioprioSet,
    int statx,
    int fstat,
    int rdevOffset,
    int modeOffset,
    int statfsWord) {

  static final int READ_WRITE = 2;
  static final int CREATE = 0100;
  static final int EXCLUSIVE = 0200;
  static final int CLOSE_ON_EXEC = 02000000;

  /** Request FS_IOC_FIEMAP, the same on all four: reading and writing. */
  static final long FIEMAP = 0xC020660BL;

  /** Request DM_TABLE_STATUS, the same on all four: reading and writing. */
  static final long DM_TABLE_STATUS = 0xC138FD0CL;

  /**
   * @param name the value of {@code os.arch}
   * @throws UnsupportedOperationException on any other machine
   */
  static Architecture of(String name) {
    return switch (name) {
      case "amd64", "x86_64" -> generic("x86_64", 040000, 0200000, 0400000, 251, 332, 5, 40, 24, 8);
      case "aarch64" -> generic("aarch64", 0200000, 040000, 0100000, 30, 291, 80, 32, 16, 8);
      case "s390x" -> generic("s390x", 040000, 0200000, 0400000, 282, 379, 108, 40, 24, 4);
      case "ppc64le" -> powerpc();
      default ->
          throw new UnsupportedOperationException(
              "no native calls on " + name + ": x86_64, aarch64, ppc64le and s390x are known");
    };
  }

  private static Architecture powerpc() {
    return new Architecture(
        "ppc64le",
        0400000,
        040000,
        0100000,
        0x2000127fL,
        0x40086601L,
        0x401c581fL,
        0x801c5820L,
        273,
        383,
        108,
        40,
        24,
        8);
  }

  private static Architecture generic(
      String name,
      int direct,
      int directory,
      int noFollow,
      int ioprioSet,
      int statx,
      int fstat,
      int rdevOffset,
      int modeOffset,
      int statfsWord) {
    return new Architecture(
        name,
        direct,
        directory,
        noFollow,
        0x127fL,
        0x80086601L,
        0x801c581fL,
        0x401c5820L,
        ioprioSet,
        statx,
        fstat,
        rdevOffset,
        modeOffset,
        statfsWord);
  }

  /** O_TMPFILE contains O_DIRECTORY, so that kernels without it refuse it. */
  int temporaryFile() {
    return 020000000 | directory;
  }
}
