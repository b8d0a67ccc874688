package io.fleetcheck.controller.capture;

import java.util.Locale;

/** Vital product data pages with the names in them exchanged; one char a byte, lengths kept. */
final class BlurredPages {
  private static final int HEADER = 4;

  /** Of the IDENTIFY DEVICE data in page 89, SAT-4. */
  private static final int IDENTIFY = 60;

  /** Where the serial number starts in an ATA disk's name. */
  private static final int ATA_SERIAL = 48;

  private final Pseudonyms pseudonyms;
  private final Names names;

  BlurredPages(Pseudonyms pseudonyms, Names names) {
    this.pseudonyms = pseudonyms;
    this.names = names;
  }

  /** Page 80: the unit serial number. */
  String serial(String page) {
    return isPage(page, 0x80)
        ? page.substring(0, HEADER) + words(page.substring(HEADER))
        : wiped(page);
  }

  /** Page 83: names of the LUN, its port and its target. */
  String identification(String page) {
    if (!isPage(page, 0x83)) {
      return wiped(page);
    }
    StringBuilder blurred = new StringBuilder(page.substring(0, HEADER));
    int at = HEADER;
    while (at + HEADER <= page.length()) {
      int end = at + HEADER + page.charAt(at + 3);
      if (end > page.length()) {
        return wiped(page);
      }
      blurred.append(page, at, at + HEADER);
      blurred.append(designator(page.charAt(at + 1) & 0x0f, page.substring(at + HEADER, end)));
      at = end;
    }
    return blurred.append(page.substring(at)).toString();
  }

  /** Page 89: what an ATA disk behind a translation tells; strings have their bytes swapped. */
  String ata(String page) {
    if (!isPage(page, 0x89) || page.length() < IDENTIFY + 512) {
      return wiped(page);
    }
    String identify = page.substring(IDENTIFY, IDENTIFY + 512);
    String serial = swapped(words(swapped(identify.substring(20, 40))));
    String name = hex(swapped(identify.substring(216, 224)));
    String world = swapped(bytes(names.naa(name)));
    String medium = swapped(words(swapped(identify.substring(352, 412))));
    return page.substring(0, IDENTIFY)
        + identify.substring(0, 20)
        + serial
        + identify.substring(40, 216)
        + world
        + identify.substring(224, 352)
        + medium
        + identify.substring(412)
        + page.substring(IDENTIFY + 512);
  }

  private String designator(int type, String name) {
    return switch (type) {
      case 0 -> words(name);
      case 1 -> vendor(name);
      case 2 -> bytes(names.eui(hex(name)));
      case 3 -> bytes(names.naa(hex(name)));
      // Relative port, port group and the like are small numbers.
      case 4, 5, 6, 9 -> name;
      case 8 -> nameString(name);
      default -> bytes(names.plain(hex(name)));
    };
  }

  /**
   * Eight characters of vendor, then mostly a model, and a serial number as the last word; of ATA
   * disks 40 of model and 20 of serial number, SAT-4.
   */
  String vendor(String name) {
    String trimmed = name.stripTrailing();
    int last =
        name.startsWith("ATA     ") && trimmed.length() > ATA_SERIAL
            ? ATA_SERIAL
            : Math.max(trimmed.lastIndexOf(' ') + 1, Math.min(8, trimmed.length()));
    return name.substring(0, last) + words(name.substring(last));
  }

  /** {@code naa.} and {@code eui.} in capitals, or an iSCSI name. */
  private String nameString(String name) {
    int dot = name.indexOf('.') + 1;
    int end = dot;
    while (end < name.length() && Character.digit(name.charAt(end), 16) >= 0) {
      end++;
    }
    String digits = name.substring(dot, end).toLowerCase(Locale.ROOT);
    if (name.startsWith("naa.")) {
      return "naa." + names.naa(digits).toUpperCase(Locale.ROOT) + name.substring(end);
    }
    if (name.startsWith("eui.")) {
      return "eui." + names.eui(digits).toUpperCase(Locale.ROOT) + name.substring(end);
    }
    int colon = name.indexOf(':') + 1;
    return name.substring(0, colon) + words(name.substring(colon));
  }

  /** Each word exchanged, what is between words kept; binary bytes wiped. */
  String words(String text) {
    StringBuilder blurred = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      int end = at;
      while (end < text.length() && text.charAt(end) > ' ' && text.charAt(end) <= '~') {
        end++;
      }
      if (end > at) {
        blurred.append(pseudonyms.ofText(text.substring(at, end)));
        at = end;
      } else {
        char c = text.charAt(at++);
        blurred.append(" \t\n\0".indexOf(c) >= 0 ? c : '?');
      }
    }
    return blurred.toString();
  }

  private static boolean isPage(String page, int code) {
    return page.length() >= HEADER && page.charAt(1) == code;
  }

  /** Of what we do not understand nothing is passed on but its length. */
  private static String wiped(String page) {
    return "\0".repeat(page.length());
  }

  private static String swapped(String text) {
    StringBuilder swapped = new StringBuilder(text.length());
    for (int i = 0; i + 1 < text.length(); i += 2) {
      swapped.append(text.charAt(i + 1)).append(text.charAt(i));
    }
    return swapped.toString();
  }

  static String hex(String bytes) {
    StringBuilder hex = new StringBuilder(2 * bytes.length());
    for (int i = 0; i < bytes.length(); i++) {
      hex.append(Character.forDigit(bytes.charAt(i) >> 4 & 0x0f, 16));
      hex.append(Character.forDigit(bytes.charAt(i) & 0x0f, 16));
    }
    return hex.toString();
  }

  static String bytes(String hex) {
    StringBuilder bytes = new StringBuilder(hex.length() / 2);
    for (int i = 0; i + 1 < hex.length(); i += 2) {
      bytes.append((char) Integer.parseInt(hex, i, i + 2, 16));
    }
    return bytes.toString();
  }
}
