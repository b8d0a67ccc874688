package io.fleetcheck.inventory;

/**
 * A whole device that its owner gives up to be overwritten, as options and variables name it: by a
 * {@code /dev/disk/by-id/} path, or by {@code WWID=SERIAL}.
 *
 * @param device the path, or the WWID as reports show it
 * @param serial empty where a path was given without one
 */
public record ScratchName(String device, String serial) {
  private static final String BY_ID = "/dev/disk/by-id/";

  /** A name that may lead to another disk than its owner meant; the message says why. */
  public static final class Unsafe extends Exception {
    Unsafe(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * @throws Unsafe where the name may lead to another disk after the next boot: what is named here
   *     is overwritten
   */
  public static ScratchName of(String text) throws Unsafe {
    int equals = text.lastIndexOf('=');
    String device = equals < 0 ? text : text.substring(0, equals);
    String serial = equals < 0 ? "" : text.substring(equals + 1);
    boolean byId = device.startsWith(BY_ID) && device.length() > BY_ID.length();
    if (!byId && (device.startsWith("/") || device.isEmpty())) {
      throw new Unsafe(
          "name it by a path below "
              + BY_ID
              + ", or by WWID=SERIAL; other names may lead to another disk tomorrow");
    }
    if (!byId && serial.isEmpty()) {
      throw new Unsafe("a WWID needs the serial number too: WWID=SERIAL");
    }
    return new ScratchName(device, serial);
  }
}
