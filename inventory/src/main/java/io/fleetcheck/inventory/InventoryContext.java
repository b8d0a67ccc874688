package io.fleetcheck.inventory;

import java.nio.file.Path;
import java.util.Map;

/**
 * What reading an inventory depends on besides the inventory.
 *
 * @param directory the working directory: relative names start there
 * @param home what ~ stands for
 * @param environment of the process; scripts inherit it and templates may ask for it
 */
public record InventoryContext(
    Path directory, Path home, Map<String, String> environment, Limits limits) {
  public InventoryContext {
    directory = directory.toAbsolutePath().normalize();
    environment = Map.copyOf(environment);
  }

  /** With the usual limits. */
  public static InventoryContext of(Path directory, Path home, Map<String, String> environment) {
    return new InventoryContext(directory, home, environment, Limits.defaults());
  }
}
