package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.Reading;
import java.io.IOException;
import java.nio.file.Path;

/**
 * How busy a block device is: Documentation/block/stat.rst.
 *
 * @param inFlight requests that the device has at this moment
 * @param ioTicksMillis time during which it had any, since boot; the difference of two readings,
 *     divided by the time between them, is the utilisation
 */
public record NodeLoad(long inFlight, long ioTicksMillis) {
  /** Place of io_ticks in {@code stat}, from 0. */
  private static final int IO_TICKS = 9;

  /**
   * @param node the kernel's name, a disk or a layer, no partition
   * @throws IOException where the root itself is not there
   */
  public static Reading<NodeLoad> read(Path root, String node) throws IOException {
    SysFiles files = new SysFiles(root);
    String directory = "sys/block/" + NodeNames.inSysfs(node);
    String inFlight = directory + "/inflight";
    String stat = directory + "/stat";
    Reading<Long> requests =
        files
            .text(inFlight)
            .map(SysFiles.shown(inFlight), text -> number(text, 0) + number(text, 1));
    Reading<Long> ticks =
        files.text(stat).map(SysFiles.shown(stat), text -> number(text, IO_TICKS));
    return requests.fold(
        known -> ticks.map(SysFiles.shown(stat), millis -> new NodeLoad(known, millis)),
        Reading::absent,
        Reading::unreadable);
  }

  /**
   * @throws IllegalArgumentException where there are not so many numbers
   */
  private static long number(String line, int place) {
    int at = 0;
    for (int word = 0; ; word++) {
      while (at < line.length() && line.charAt(at) == ' ') {
        at++;
      }
      int end = at;
      while (end < line.length() && line.charAt(end) != ' ') {
        end++;
      }
      if (at == end) {
        throw new IllegalArgumentException(line);
      }
      if (word == place) {
        return Long.parseLong(line.substring(at, end));
      }
      at = end;
    }
  }
}
