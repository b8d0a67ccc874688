package io.fleetcheck.controller.capture;

import java.util.function.IntPredicate;

/**
 * The names that designate a LUN or a port, SPC-6 7.7.6, as lower-case hexadecimal: what tells the
 * kind and the vendor stays, what tells the one device is exchanged.
 */
final class Names {
  private final Pseudonyms pseudonyms;

  Names(Pseudonyms pseudonyms) {
    this.pseudonyms = pseudonyms;
  }

  /** A Network Address Authority name of 16 or 32 digits. */
  String naa(String digits) {
    if (digits.isEmpty() || isZero(digits)) {
      return digits;
    }
    IntPredicate keep =
        switch (digits.charAt(0)) {
          // Format, company, vendor's own.
          case '5', '6' -> place -> place < 7;
          // Format, vendor's own, company, vendor's own.
          case '2' -> place -> place == 0 || (place >= 4 && place < 10);
          default -> place -> place == 0;
        };
    return pseudonyms.ofHex(digits, keep);
  }

  /** An EUI-64 of 16 or 24 digits, or an EUI-64 based name or NGUID of 32. */
  String eui(String digits) {
    if (isZero(digits)) {
      return digits;
    }
    int company = digits.length() == 32 ? 16 : 0;
    return pseudonyms.ofHex(digits, place -> place >= company && place < company + 6);
  }

  /** Anything else that is nothing but hexadecimal. */
  String plain(String digits) {
    return isZero(digits) ? digits : pseudonyms.ofHex(digits, place -> false);
  }

  static boolean isHex(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean isZero(String digits) {
    return digits.chars().allMatch(c -> c == '0');
  }
}
