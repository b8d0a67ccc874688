package io.fleetcheck.inventory;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What reading an inventory depends on besides the inventory.
 *
 * @param directory the working directory: relative names start there
 * @param home what ~ stands for
 * @param environment of the process; scripts inherit it and templates may ask for it
 */
public record InventoryContext(
    Path directory, Path home, Map<String, String> environment, Vault vault, Limits limits) {
  public InventoryContext {
    directory = directory.toAbsolutePath().normalize();
    environment = Map.copyOf(environment);
  }

  /** With the usual limits and no vault passwords. */
  public static InventoryContext of(Path directory, Path home, Map<String, String> environment) {
    return new InventoryContext(
        directory, home, environment, new Vault(List.of()), Limits.defaults());
  }

  public InventoryContext with(Vault passwords) {
    return new InventoryContext(directory, home, environment, passwords, limits);
  }

  /**
   * A file by the name a user gave: ~ is home, relative names start in the working directory. Empty
   * where the locale has no such characters, so that there can be no such file for Java.
   */
  Optional<Path> resolve(String name) {
    String expanded = name.equals("~") || name.startsWith("~/") ? home + name.substring(1) : name;
    try {
      return Optional.of(directory.resolve(expanded).normalize());
    } catch (InvalidPathException notInThisLocale) {
      return Optional.empty();
    }
  }
}
