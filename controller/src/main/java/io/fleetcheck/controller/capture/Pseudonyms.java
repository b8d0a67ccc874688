package io.fleetcheck.controller.capture;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Other names for the names in one capture: of the same length and the same kind of characters, the
 * same for the same name, different for different ones, and not to be guessed without the key.
 */
final class Pseudonyms {
  private static final int ATTEMPTS = 10_000;
  private static final String DIGITS = "0123456789";
  private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String HEX = "0123456789abcdef";

  private final byte[] key;
  private final Map<String, String> given = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  /**
   * @param key random, and forgotten with the capture
   */
  Pseudonyms(byte[] key) {
    this.key = key.clone();
  }

  /** For a serial number and the like: letters and digits are exchanged, the rest stays. */
  String ofText(String name) {
    return given.computeIfAbsent(name, this::freshText);
  }

  /**
   * For lower-case hexadecimal digits.
   *
   * @param keep whether the digit at a place tells the kind or the vendor, and stays
   */
  String ofHex(String digits, IntPredicate keep) {
    return given.computeIfAbsent(digits, any -> freshHex(digits, keep));
  }

  /** What was replaced, and by what. */
  Map<String, String> given() {
    return Map.copyOf(given);
  }

  private String freshText(String name) {
    return fresh(
        name,
        (c, place, random) -> {
          String alphabet = DIGITS.indexOf(c) >= 0 ? DIGITS : UPPER.indexOf(c) >= 0 ? UPPER : LOWER;
          return alphabet.indexOf(c) < 0 ? c : alphabet.charAt(random % alphabet.length());
        });
  }

  private String freshHex(String digits, IntPredicate keep) {
    return fresh(
        digits, (c, place, random) -> keep.test(place) ? c : HEX.charAt(random % HEX.length()));
  }

  private interface Exchange {
    char exchange(char c, int place, int random);
  }

  /** A very short name may have no free neighbour: then the last one tried is shared. */
  private String fresh(String name, Exchange exchange) {
    String candidate = name;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      StringBuilder text = new StringBuilder(name.length());
      byte[] random = new byte[0];
      for (int i = 0; i < name.length(); i++) {
        if (i % 32 == 0) {
          random = digest(attempt + "/" + i + "/" + name);
        }
        text.append(exchange.exchange(name.charAt(i), i, random[i % 32] & 0xff));
      }
      candidate = text.toString();
      if (!candidate.equals(name) && !given.containsKey(candidate) && taken.add(candidate)) {
        return candidate;
      }
    }
    return candidate;
  }

  private byte[] digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(key);
      return sha.digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
