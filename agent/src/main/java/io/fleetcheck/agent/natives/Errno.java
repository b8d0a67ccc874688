package io.fleetcheck.agent.natives;

/** Names of error numbers, {@code asm-generic/errno-base.h} and {@code errno.h}. */
final class Errno {
  static final int EINTR = 4;
  static final int EAGAIN = 11;

  private static final String[] BASE = {
    "0",
    "EPERM",
    "ENOENT",
    "ESRCH",
    "EINTR",
    "EIO",
    "ENXIO",
    "E2BIG",
    "ENOEXEC",
    "EBADF",
    "ECHILD",
    "EAGAIN",
    "ENOMEM",
    "EACCES",
    "EFAULT",
    "ENOTBLK",
    "EBUSY",
    "EEXIST",
    "EXDEV",
    "ENODEV",
    "ENOTDIR",
    "EISDIR",
    "EINVAL",
    "ENFILE",
    "EMFILE",
    "ENOTTY",
    "ETXTBSY",
    "EFBIG",
    "ENOSPC",
    "ESPIPE",
    "EROFS",
    "EMLINK",
    "EPIPE",
    "EDOM",
    "ERANGE",
    "EDEADLK",
    "ENAMETOOLONG",
    "ENOLCK",
    "ENOSYS",
    "ENOTEMPTY",
    "ELOOP"
  };

  private Errno() {}

  static String name(int errno) {
    if (errno >= 0 && errno < BASE.length) {
      return BASE[errno];
    }
    return switch (errno) {
      case 61 -> "ENODATA";
      case 62 -> "ETIME";
      case 75 -> "EOVERFLOW";
      case 95 -> "EOPNOTSUPP";
      case 110 -> "ETIMEDOUT";
      case 117 -> "EUCLEAN";
      case 121 -> "EREMOTEIO";
      case 122 -> "EDQUOT";
      case 126 -> "ENOKEY";
      default -> "errno " + errno;
    };
  }
}
