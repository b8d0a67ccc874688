package io.fleetcheck.controller.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the version, and the commit where it was built from one. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    String version = Version.class.getPackage().getImplementationVersion();
    if (version == null) {
      return new String[] {"fleetcheck (not packaged)"};
    }
    return new String[] {"fleetcheck " + version + commit()};
  }

  private static String commit() throws IOException {
    try (InputStream in = Version.class.getResourceAsStream("/META-INF/MANIFEST.MF")) {
      Attributes attributes = in == null ? new Attributes() : new Manifest(in).getMainAttributes();
      String commit = attributes.getValue("Commit");
      // Where the sources were in no Git repository, nobody has put a commit there.
      return commit == null || !commit.matches("[0-9a-f]+") ? "" : " (" + commit + ")";
    }
  }
}
