package io.fleetcheck.agent.sysfs;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.junit.jupiter.api.Assumptions;

/** Captured trees of real and lab hosts that lie beside the checkout and are no part of it. */
final class SharedCaptures {
  private SharedCaptures() {}

  /** Unpacks {@code cases/sysfs/NAME.tar.xz} unless that is done, or skips the test aloud. */
  static Path unpack(String name, Path into) throws IOException {
    Path shared =
        Path.of(
            System.getProperty(
                "fleetcheck.shared", System.getProperty("user.dir") + "/../../shared"));
    Path archive = shared.resolve("cases/sysfs/" + name + ".tar.xz");
    if (!Files.exists(archive)) {
      String why = "SKIPPED: no captured tree " + archive.normalize();
      System.err.println(why);
      Assumptions.abort(why);
    }
    Path inner = into.resolve(name.replace("lsblk-", ""));
    if (Files.isDirectory(into)) {
      return Files.isDirectory(inner) ? inner : into;
    }
    try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(file))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(entry, tar, into);
      }
    }
    return Files.isDirectory(inner) ? inner : into;
  }

  private static void unpack(TarArchiveEntry entry, TarArchiveInputStream tar, Path into)
      throws IOException {
    Path path = into.resolve(entry.getName()).normalize();
    Path parent = path.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    if (entry.isDirectory()) {
      Files.createDirectories(path);
    } else if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
    } else {
      Files.copy(tar, path);
    }
  }
}
