package io.fleetcheck.controller.ssh;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** The first field of a known_hosts line: whom it is about. */
sealed interface HostNames {

  /**
   * @param name in lower case
   */
  boolean match(String name);

  /** Whether it is a list of names without patterns, which an index can hold. */
  default boolean isPlain() {
    return false;
  }

  /** The names, in lower case, where they are plain. */
  default List<String> plain() {
    return List.of();
  }

  static HostNames of(String field) {
    if (field.startsWith("|")) {
      return Hashed.of(field);
    }
    return new Patterns(List.of(field.toLowerCase(Locale.ROOT).split(",")));
  }

  /** Names and patterns with {@code *} and {@code ?}; one that starts with {@code !} excludes. */
  record Patterns(List<String> patterns) implements HostNames {
    @Override
    public boolean isPlain() {
      return patterns.stream().noneMatch(pattern -> pattern.matches(".*[*?!].*"));
    }

    @Override
    public List<String> plain() {
      return patterns;
    }

    @Override
    public boolean match(String name) {
      boolean matched = false;
      for (String pattern : patterns) {
        if (pattern.startsWith("!")) {
          if (glob(pattern, 1, name, 0)) {
            return false;
          }
        } else {
          matched |= glob(pattern, 0, name, 0);
        }
      }
      return matched;
    }

    /** Not a regular expression: brackets are literal, as in {@code [host]:22}. */
    private static boolean glob(String pattern, int p, String name, int n) {
      int star = -1;
      int mark = n;
      int at = p;
      int in = n;
      while (in < name.length()) {
        char wanted = at < pattern.length() ? pattern.charAt(at) : 0;
        if (at < pattern.length() && wanted == '*') {
          star = at++;
          mark = in;
        } else if (at < pattern.length() && (wanted == '?' || wanted == name.charAt(in))) {
          at++;
          in++;
        } else if (star >= 0) {
          at = star + 1;
          in = ++mark;
        } else {
          return false;
        }
      }
      while (at < pattern.length() && pattern.charAt(at) == '*') {
        at++;
      }
      return at == pattern.length();
    }
  }

  /**
   * One name, as HMAC-SHA1 of it: {@code |1|salt|hash}. The two blocks that HMAC makes of the salt
   * (RFC 2104) are made once, which leaves four rounds of SHA-1 for a look.
   */
  final class Hashed implements HostNames {
    private static final int BLOCK = 64;

    private final byte[] inner;
    private final byte[] outer;
    private final byte[] hash;

    private Hashed(byte[] inner, byte[] outer, byte[] hash) {
      this.inner = inner;
      this.outer = outer;
      this.hash = hash;
    }

    static HostNames of(String field) {
      String[] parts = field.split("\\|", -1);
      try {
        if (parts.length == 4 && parts[1].equals("1")) {
          byte[] salt = Base64.getDecoder().decode(parts[2]);
          return new Hashed(
              block(salt, 0x36), block(salt, 0x5c), Base64.getDecoder().decode(parts[3]));
        }
      } catch (IllegalArgumentException malformed) {
        // Names nobody.
      }
      return new Patterns(List.of("!*"));
    }

    private static byte[] block(byte[] salt, int pad) {
      byte[] key = salt.length > BLOCK ? sha1().digest(salt) : salt;
      byte[] block = Arrays.copyOf(key, BLOCK);
      for (int i = 0; i < BLOCK; i++) {
        block[i] ^= (byte) pad;
      }
      return block;
    }

    @Override
    public boolean match(String name) {
      MessageDigest digest = sha1();
      digest.update(inner);
      byte[] first = digest.digest(name.getBytes(StandardCharsets.UTF_8));
      digest.update(outer);
      return Arrays.equals(digest.digest(first), hash);
    }

    private static MessageDigest sha1() {
      try {
        return MessageDigest.getInstance("SHA-1");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-1", e);
      }
    }
  }
}
