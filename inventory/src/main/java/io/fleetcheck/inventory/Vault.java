package io.fleetcheck.inventory;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.spec.KeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Ansible Vault, formats 1.1 and 1.2: AES-256 in counter mode, its keys made of a password by
 * PBKDF2.
 */
public final class Vault {
  private static final String HEADER = "$ANSIBLE_VAULT";
  private static final int ROUNDS = 10_000;
  private static final int KEY = 32;
  private static final int BLOCK = 16;

  private final List<Password> passwords;
  private final Map<String, String> decrypted = new ConcurrentHashMap<>();

  /**
   * A password and the name it goes by.
   *
   * @param id {@code default} where it was given none
   */
  public record Password(String id, Secret secret) {}

  /** What cannot be decrypted, and why. Never tells a password. */
  public static final class Locked extends Exception {
    Locked(String why) {
      super(why);
    }
  }

  public Vault(List<Password> passwords) {
    this.passwords = List.copyOf(passwords);
  }

  List<Password> passwords() {
    return passwords;
  }

  /** Whether this is vaulted text: the header and nothing but ASCII. */
  static boolean isArmoured(byte[] bytes) {
    byte[] header = HEADER.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length < header.length
        || !Arrays.equals(bytes, 0, header.length, header, 0, header.length)) {
      return false;
    }
    for (byte each : bytes) {
      if (each < 0) {
        return false;
      }
    }
    return true;
  }

  /** The text under an armour; the same armour is opened once only, for that takes its time. */
  String decrypt(String armour) throws Locked {
    String known = decrypted.get(armour);
    if (known == null) {
      known = SurrogateEscape.decode(decryptBytes(armour));
      decrypted.put(armour, known);
    }
    return known;
  }

  byte[] decryptBytes(String armour) throws Locked {
    String[] lines = armour.strip().split("\\s*\\R\\s*", -1);
    String[] header = lines[0].split(";", -1);
    if (!header[0].equals(HEADER) || header.length < 3) {
      throw new Locked("not vault data");
    }
    if (!header[2].strip().equals("AES256")) {
      throw new Locked("unknown vault cipher " + Excerpt.of(header[2]));
    }
    if (passwords.isEmpty()) {
      throw new Locked("vaulted, and no vault password was given");
    }
    String id = header.length > 3 ? header[3].strip() : "";
    try {
      Envelope envelope =
          Envelope.parse(String.join("", Arrays.asList(lines).subList(1, lines.length)));
      for (Password password : inOrder(id)) {
        Optional<byte[]> plain = envelope.open(password.secret());
        if (plain.isPresent()) {
          return plain.get();
        }
      }
    } catch (IllegalArgumentException malformed) {
      throw new Locked("damaged vault data");
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
    throw new Locked("vaulted, and none of the " + passwords.size() + " vault passwords opens it");
  }

  /** Those of the same name first; then all others, for the name is a hint only. */
  private List<Password> inOrder(String id) {
    List<Password> ordered = new ArrayList<>();
    passwords.stream().filter(it -> it.id().equals(id)).forEach(ordered::add);
    passwords.stream().filter(it -> !it.id().equals(id)).forEach(ordered::add);
    return ordered;
  }

  /** What stands under an armour. */
  private static final class Envelope {
    private final byte[] salt;
    private final byte[] signature;
    private final byte[] ciphertext;

    private Envelope(byte[] salt, byte[] signature, byte[] ciphertext) {
      this.salt = salt;
      this.signature = signature;
      this.ciphertext = ciphertext;
    }

    /** Hexadecimal digits of three lines of hexadecimal digits. */
    static Envelope parse(String body) {
      String inner = new String(HexFormat.of().parseHex(body.strip()), StandardCharsets.US_ASCII);
      String[] parts = inner.split("\n", 3);
      if (parts.length != 3) {
        throw new IllegalArgumentException("three parts wanted");
      }
      return new Envelope(hex(parts[0]), hex(parts[1]), hex(parts[2]));
    }

    private static byte[] hex(String digits) {
      return HexFormat.of().parseHex(digits.strip());
    }

    Optional<byte[]> open(Secret secret) throws GeneralSecurityException {
      KeySpec spec =
          new PBEKeySpec(
              secret.reveal().toCharArray(), salt, ROUNDS, (2 * KEY + BLOCK) * Byte.SIZE);
      byte[] keys =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(keys, KEY, KEY, "HmacSHA256"));
      if (!MessageDigest.isEqual(mac.doFinal(ciphertext), signature)) {
        return Optional.empty();
      }
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE,
          new SecretKeySpec(keys, 0, KEY, "AES"),
          new IvParameterSpec(keys, 2 * KEY, BLOCK));
      byte[] padded = cipher.doFinal(ciphertext);
      int padding = padded.length == 0 ? 0 : padded[padded.length - 1];
      if (padding < 1 || padding > BLOCK || padding > padded.length) {
        throw new IllegalArgumentException("padding");
      }
      return Optional.of(Arrays.copyOf(padded, padded.length - padding));
    }
  }
}
