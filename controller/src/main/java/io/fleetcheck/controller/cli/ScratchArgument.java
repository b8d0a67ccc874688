package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.ScratchDevice;
import io.fleetcheck.inventory.ScratchName;
import java.util.List;
import java.util.Optional;

/** {@code --scratch DEVICE[=SERIAL]}. */
final class ScratchArgument {
  private ScratchArgument() {}

  static Optional<ScratchDevice> parse(String text, List<String> problems) {
    try {
      return Optional.of(device(ScratchName.of(text)));
    } catch (ScratchName.Unsafe unsafe) {
      problems.add("--scratch %s: %s".formatted(text, unsafe.getMessage()));
      return Optional.empty();
    }
  }

  static ScratchDevice device(ScratchName name) {
    return new ScratchDevice(name.device(), name.serial());
  }
}
