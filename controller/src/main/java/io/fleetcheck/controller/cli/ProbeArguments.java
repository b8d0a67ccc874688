package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.ProbeMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How far the measurement may go. */
final class ProbeArguments {
  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "extent",
      description =
          "The most that may be written: inspect writes nothing; file writes small files of its own;"
              + " extent (the default) zeroes, on the disk, blocks that belong to a file of its own,"
              + " and falls back to less wherever that is not provably safe.")
  private String mode = "";

  @Option(
      names = "--scratch",
      paramLabel = "DEVICE[=SERIAL]",
      description =
          "Overwrite this device, which you give up whole: a /dev/disk/by-id path, or a WWID as"
              + " reports show it with its serial number. Only with exactly one host, and only where no"
              + " other host uses it. An inventory names them by fleetcheck_scratch.")
  private @Nullable String scratch;

  @Option(
      names = "--probe-thin",
      description = "Probe thin LUNs too; it allocates space in their pool.")
  private boolean thin;

  @Option(
      names = "--busy-limit",
      paramLabel = "PERCENT",
      defaultValue = "50",
      description =
          "Leave disks alone that are busier than this (default: ${DEFAULT-VALUE}); 0 probes any.")
  private int busyLimit;

  @Option(
      names = "--budget",
      paramLabel = "SECONDS",
      defaultValue = "15",
      description = "What one disk may cost in time (default: ${DEFAULT-VALUE}).")
  private int budget;

  @Option(
      names = "--budget-mib",
      paramLabel = "MIB",
      defaultValue = "192",
      description = "What one disk may cost in written data (default: ${DEFAULT-VALUE}).")
  private int budgetMib;

  @Option(
      names = "--deadline",
      paramLabel = "SECONDS",
      defaultValue = "1800",
      description = "What one host may cost in time (default: ${DEFAULT-VALUE}).")
  private int deadline;

  Optional<ProbeMode> mode() {
    return switch (mode) {
      case "inspect" -> Optional.of(ProbeMode.INSPECT);
      case "file" -> Optional.of(ProbeMode.FILE);
      case "extent" -> Optional.of(ProbeMode.EXTENT);
      default -> Optional.empty();
    };
  }

  String modeText() {
    return mode;
  }

  Optional<String> scratch() {
    return Optional.ofNullable(scratch);
  }

  boolean thin() {
    return thin;
  }

  int busyLimit() {
    return busyLimit;
  }

  int budgetSeconds() {
    return budget;
  }

  int budgetMib() {
    return budgetMib;
  }

  int deadlineSeconds() {
    return deadline;
  }
}
