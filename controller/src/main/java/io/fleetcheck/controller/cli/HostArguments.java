package io.fleetcheck.controller.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which hosts. */
final class HostArguments {
  @Option(
      names = {"-i", "--inventory"},
      paramLabel = "INVENTORY",
      description = "One more inventory; may be repeated. Later ones win, as in Ansible.")
  private List<String> inventories = new ArrayList<>();

  @Option(
      names = {"-l", "--limit"},
      paramLabel = "HOSTS",
      description =
          "Only these hosts or groups of the inventory, separated by commas; @FILE is a list.")
  private List<String> limits = new ArrayList<>();

  @Option(
      names = {"-f", "--forks"},
      paramLabel = "N",
      defaultValue = "50",
      description = "How many hosts to work on at once (default: ${DEFAULT-VALUE}).")
  private int forks;

  @Option(
      names = "--every-name",
      description =
          "Audit each name of the inventory, also where several lead to one machine (default: once).")
  private boolean everyName;

  @Option(
      names = "--sysroot",
      paramLabel = "DIR|TAR",
      description = "Judge a captured tree offline, as one host, in place of an inventory.")
  private @Nullable Path sysroot;

  List<String> inventories() {
    return inventories;
  }

  Optional<String> limit() {
    return lastOf(limits);
  }

  /** As in Ansible, of several limits the last counts. */
  static Optional<String> lastOf(List<String> limits) {
    return limits.isEmpty() ? Optional.empty() : Optional.of(limits.get(limits.size() - 1));
  }

  Optional<Path> sysroot() {
    return Optional.ofNullable(sysroot);
  }

  boolean everyName() {
    return everyName;
  }

  int forks() {
    return forks;
  }
}
