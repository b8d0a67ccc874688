package io.fleetcheck.controller.ssh;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import net.schmizz.sshj.common.Buffer;

/** A public key in the encoding of the wire, RFC 4253, 6.6, in which two are easily compared. */
final class HostKey {
  private final byte[] encoded;

  private HostKey(byte[] encoded) {
    this.encoded = encoded;
  }

  static HostKey of(PublicKey key) {
    return new HostKey(new Buffer.PlainBuffer().putPublicKey(key).getCompactData());
  }

  static HostKey ofEncoded(byte[] encoded) {
    return new HostKey(encoded.clone());
  }

  /** Empty where the text is no Base64. */
  static Optional<HostKey> ofBase64(String text) {
    try {
      return Optional.of(new HostKey(Base64.getDecoder().decode(text)));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  String base64() {
    return Base64.getEncoder().encodeToString(encoded);
  }

  byte[] encoded() {
    return encoded.clone();
  }

  /** Such as {@code ssh-ed25519}: what the encoding starts with; empty where it makes no sense. */
  String type() {
    try {
      return new Buffer.PlainBuffer(encoded).readString(StandardCharsets.US_ASCII);
    } catch (Buffer.BufferException cut) {
      return "";
    }
  }

  /** As {@code ssh-keygen -l} prints it, with the type before it. */
  String fingerprint() {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(encoded);
      return type() + " SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HostKey key && Arrays.equals(encoded, key.encoded);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encoded);
  }

  @Override
  public String toString() {
    return fingerprint();
  }
}
