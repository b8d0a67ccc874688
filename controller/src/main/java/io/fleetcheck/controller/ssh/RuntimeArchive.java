package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.ssh.HostPlatform.Glibc;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * A Java in a compressed tar, and what its programs demand of a host: read from the programs
 * themselves, since a name may say anything.
 *
 * @param sha256 of the file, lower-case hexadecimal: its key in caches
 * @param size of the file, bytes
 * @param unpacked bytes that its files need on a disk
 * @param architecture as {@code uname -m}
 * @param musl whether it is linked against musl rather than glibc
 * @param glibc the least that it needs
 * @param version of the Java; empty where its release file does not tell
 */
record RuntimeArchive(
    Path file,
    String sha256,
    long size,
    long unpacked,
    String architecture,
    boolean musl,
    Glibc glibc,
    String version) {
  private static final int BLOCK = 4096;
  private static final Pattern GLIBC = Pattern.compile("GLIBC_(\\d{1,4}\\.\\d{1,4})");
  private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"([^\"]*)\"");

  /**
   * @throws IOException where the file cannot be read, or is no archive of a Java, saying so
   */
  static RuntimeArchive read(Path file) throws IOException {
    MessageDigest digest = sha256Digest();
    Found found = new Found();
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        DigestInputStream digested = new DigestInputStream(raw, digest);
        TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(digested))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        found.unpacked += (entry.getSize() + BLOCK - 1) / BLOCK * BLOCK + BLOCK;
        found.look(entry, tar);
      }
      digested.transferTo(OutputStream.nullOutputStream());
    }
    if (found.architecture.isEmpty()) {
      throw new IOException("there is no bin/java for Linux in it");
    }
    return new RuntimeArchive(
        file,
        HexFormat.of().formatHex(digest.digest()),
        Files.size(file),
        found.unpacked,
        found.architecture,
        found.musl,
        found.glibc,
        found.version);
  }

  /** Why it would not run there; empty where it should. */
  Optional<String> unfitFor(HostPlatform host, int oldestJava) {
    if (!architecture.equals(host.architecture())) {
      return Optional.of("is for " + architecture);
    }
    if (musl != host.libc().equals("musl")) {
      return Optional.of(
          musl ? "needs musl as its C library" : "needs glibc as its C library" + there(host));
    }
    if (!musl && Glibc.of(host.libc().replace("glibc ", "")).compareTo(glibc) < 0) {
      return Optional.of("needs glibc " + glibc + " or newer" + there(host));
    }
    Matcher major = Pattern.compile("(?:1\\.)?(\\d{1,4}).*").matcher(version);
    if (major.matches() && Integer.parseInt(major.group(1)) < oldestJava) {
      return Optional.of("is Java " + version);
    }
    return Optional.empty();
  }

  private static String there(HostPlatform host) {
    return ", and the host has " + (host.libc().equals("unknown") ? "none known" : host.libc());
  }

  private static MessageDigest sha256Digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** What has been seen of an archive so far. */
  private static final class Found {
    private long unpacked;
    private String architecture = "";
    private boolean musl;
    private Glibc glibc = new Glibc(0, 0);
    private String version = "";

    void look(TarArchiveEntry entry, InputStream in) throws IOException {
      String name = entry.getName();
      boolean java = name.endsWith("bin/java");
      if (!entry.isFile() || !(java || name.endsWith(".so") || name.endsWith("/release"))) {
        return;
      }
      byte[] content = in.readAllBytes();
      String text = new String(content, StandardCharsets.ISO_8859_1);
      if (name.endsWith("/release")) {
        Matcher matcher = VERSION.matcher(text);
        version = matcher.find() ? matcher.group(1) : version;
        return;
      }
      if (java) {
        architecture = architecture(content);
      }
      musl |= text.contains("libc.musl-") || text.contains("/ld-musl-");
      for (Matcher needed = GLIBC.matcher(text); needed.find(); ) {
        Glibc least = Glibc.of(needed.group(1));
        glibc = least.compareTo(glibc) > 0 ? least : glibc;
      }
    }

    /** From the header of an ELF file, elf(5); empty where it is none that we know. */
    private static String architecture(byte[] elf) {
      if (elf.length < 20 || elf[0] != 0x7f || elf[1] != 'E' || elf[2] != 'L' || elf[3] != 'F') {
        return "";
      }
      boolean littleEndian = elf[5] == 1;
      int first = Byte.toUnsignedInt(elf[18]);
      int second = Byte.toUnsignedInt(elf[19]);
      int machine = littleEndian ? (second << 8) + first : (first << 8) + second;
      return switch (machine) {
        case 3 -> "i686";
        case 21 -> littleEndian ? "ppc64le" : "ppc64";
        case 22 -> "s390x";
        case 40 -> "armv7l";
        case 62 -> "x86_64";
        case 183 -> "aarch64";
        case 243 -> "riscv64";
        case 258 -> "loongarch64";
        default -> "machine number " + machine;
      };
    }
  }
}
