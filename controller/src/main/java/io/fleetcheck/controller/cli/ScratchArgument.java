package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.ScratchDevice;
import java.util.List;
import java.util.Optional;

/** {@code --scratch DEVICE[=SERIAL]}. */
final class ScratchArgument {
  private static final String BY_ID = "/dev/disk/by-id/";

  private ScratchArgument() {}

  /**
   * Names that may lead to another disk after the next boot are refused: what is named here is
   * overwritten.
   */
  static Optional<ScratchDevice> parse(String text, List<String> problems) {
    int equals = text.lastIndexOf('=');
    String device = equals < 0 ? text : text.substring(0, equals);
    String serial = equals < 0 ? "" : text.substring(equals + 1);
    if (device.startsWith(BY_ID) && device.length() > BY_ID.length()) {
      return Optional.of(new ScratchDevice(device, serial));
    }
    if (device.startsWith("/") || device.isEmpty()) {
      problems.add(
          "--scratch %s: name it by a path below %s, or by WWID=SERIAL; other names may lead to"
                  .formatted(text, BY_ID)
              + " another disk tomorrow");
      return Optional.empty();
    }
    if (serial.isEmpty()) {
      problems.add("--scratch %s: a WWID needs the serial number too: WWID=SERIAL".formatted(text));
      return Optional.empty();
    }
    return Optional.of(new ScratchDevice(device, serial));
  }
}
