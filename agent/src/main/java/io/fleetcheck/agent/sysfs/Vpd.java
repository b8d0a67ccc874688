package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.DiskId;
import java.util.Locale;
import java.util.Optional;

/** Vital product data pages, SPC-6 7.7, as text of one char a byte. */
final class Vpd {
  private static final int HEADER = 4;

  private Vpd() {}

  /**
   * The unit serial number of page 80, blanks around it cut off; may be empty.
   *
   * @throws IllegalArgumentException where it is no page 80
   */
  static String serial(String page) {
    return printable(body(page, 0x80)).strip();
  }

  /**
   * The name of the LUN in page 83 that reaches farthest: NAA before EUI-64, the longer before the
   * shorter. The kernel's {@code wwid} has another order, which changed between versions; a key
   * must not change with the kernel.
   *
   * @return empty where the page has neither
   * @throws IllegalArgumentException where it is no page 83
   */
  static Optional<DiskId> lunName(String page) {
    String body = body(page, 0x83);
    Optional<DiskId> best = Optional.empty();
    int bestRank = 0;
    for (int at = 0; at + HEADER <= body.length(); at += HEADER + body.charAt(at + 3)) {
      int end = at + HEADER + body.charAt(at + 3);
      if (end > body.length()) {
        throw new IllegalArgumentException("a designator is cut off");
      }
      String designator = body.substring(at + HEADER, end);
      boolean ofLun = (body.charAt(at + 1) & 0x30) == 0;
      int type = body.charAt(at + 1) & 0x0f;
      int rank = ofLun ? rank(type, designator) : 0;
      if (rank > bestRank) {
        bestRank = rank;
        best =
            Optional.of(
                type == 3
                    ? new DiskId(DiskId.Kind.NAA, "naa." + hex(designator))
                    : new DiskId(DiskId.Kind.EUI, "eui." + hex(designator)));
      }
    }
    return best;
  }

  /** The same from a page as the wire has it; empty where it is no page 83. */
  static Optional<DiskId> lunNameOfHex(String hex) {
    try {
      return lunName(bytes(hex));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** What the kernel would print as {@code wwid}, for kernels without that file. */
  static Optional<String> wwid(String page) {
    return lunName(page).map(DiskId::text);
  }

  /** Lower-case hexadecimal. */
  static String hex(String bytes) {
    StringBuilder hex = new StringBuilder(2 * bytes.length());
    for (int i = 0; i < bytes.length(); i++) {
      hex.append(Character.forDigit(bytes.charAt(i) >> 4, 16));
      hex.append(Character.forDigit(bytes.charAt(i) & 0x0f, 16));
    }
    return hex.toString();
  }

  private static String bytes(String hex) {
    StringBuilder bytes = new StringBuilder(hex.length() / 2);
    for (int i = 0; i + 1 < hex.length(); i += 2) {
      bytes.append((char) Integer.parseInt(hex, i, i + 2, 16));
    }
    return bytes.toString();
  }

  /** 0 for what names no LUN in the world. */
  private static int rank(int type, String designator) {
    boolean nothing = true;
    for (int i = 0; i < designator.length(); i++) {
      nothing &= designator.charAt(i) == 0;
    }
    if (nothing) {
      return 0;
    }
    return switch (type) {
      case 3 -> designator.length() == 16 || designator.length() == 8 ? 100 + naa(designator) : 0;
      case 2 -> designator.length() >= 8 ? designator.length() : 0;
      default -> 0;
    };
  }

  /** Registered extended (6), registered (5), extended (2), locally assigned (3) last. */
  private static int naa(String designator) {
    int format = designator.charAt(0) >> 4;
    return format == 3 ? 0 : format;
  }

  private static String body(String page, int code) {
    if (page.length() < HEADER || page.charAt(1) != code) {
      throw new IllegalArgumentException("not a VPD page " + Integer.toHexString(code));
    }
    int length = page.charAt(2) << 8 | page.charAt(3);
    if (page.length() < HEADER + length) {
      throw new IllegalArgumentException("the page is cut off");
    }
    return page.substring(HEADER, HEADER + length);
  }

  private static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      printable.append(c < ' ' || c > '~' ? ' ' : c);
    }
    return printable.toString();
  }

  /** The kind that a text such as {@code naa.5000c50001234567} or {@code eui.…} has. */
  static Optional<DiskId> parse(String wwid) {
    String text = wwid.strip().toLowerCase(Locale.ROOT);
    boolean zero = text.replace("0", "").length() <= "naa.".length();
    if (text.startsWith("naa.") && !zero) {
      return Optional.of(new DiskId(DiskId.Kind.NAA, text));
    }
    if ((text.startsWith("eui.") || text.startsWith("uuid.")) && !zero) {
      return Optional.of(new DiskId(DiskId.Kind.EUI, text));
    }
    return Optional.empty();
  }
}
