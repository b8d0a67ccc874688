package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The program that runs on hosts, and its SHA-256 in lower-case hexadecimal: its key in caches. */
final class AgentJar {
  private static final String RESOURCE = "/io/fleetcheck/controller/fleetcheck-agent.jar";

  private final byte[] content;
  private final String sha256;

  AgentJar(byte[] content) {
    this.content = content;
    this.sha256 = HexFormat.of().formatHex(sha256(content));
  }

  /** The one that this controller was built with. */
  static AgentJar ofThisVersion() throws IOException {
    try (InputStream in = AgentJar.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IOException("this build of fleetcheck lacks its agent");
      }
      return new AgentJar(in.readAllBytes());
    }
  }

  byte[] content() {
    return content;
  }

  String sha256() {
    return sha256;
  }

  private static byte[] sha256(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
