package io.fleetcheck.controller.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"fleetcheck " + (version == null ? "(not packaged)" : version)};
  }
}
