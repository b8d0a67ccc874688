package io.fleetcheck.controller.verdict;

import java.util.Locale;

/** What slow zeroing does to one mount. */
public enum Impact {
  /** The file pattern showed it. */
  FELT,
  /** ext4's version, options and block size say that it can happen; it was not exercised. */
  EXT4_PATH,
  /** Only ext4's lazy initialisation and online resize zero blocks here. */
  LAZYINIT_ONLY,
  /** Only mkfs, blkdiscard -z and the like. */
  BULK_ONLY,
  /** The file pattern ran where it would show it and was fast; or read-only; or limit 0. */
  NONE;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
