package io.fleetcheck.controller.store;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sqlite.util.OSInfo;

/**
 * SQLite's native library as the build has put it beside the jar. Without it the driver unpacks its
 * own at every start, compares the two byte by byte, and needs a temporary directory from which
 * libraries may be mapped.
 */
final class SqliteLibrary {
  /** The driver's name for where its library is (sqlite-jdbc, SQLiteJDBCLoader). */
  private static final String PATH = "org.sqlite.lib.path";

  private SqliteLibrary() {}

  /**
   * Where there is none beside us, as for a jar that was copied alone, the driver's way is left.
   */
  static void find() {
    if (System.getProperty(PATH) != null) {
      return;
    }
    Path directory =
        jar()
            .resolveSibling("natives/org/sqlite/native")
            .resolve(OSInfo.getNativeLibFolderPathForCurrentOS());
    if (Files.isRegularFile(directory.resolve("libsqlitejdbc.so"))) {
      System.setProperty(PATH, directory.toString());
    }
  }

  /** Or the directory of classes. */
  private static Path jar() {
    try {
      return Path.of(
          SqliteLibrary.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class comes from a place that has a name", e);
    }
  }
}
