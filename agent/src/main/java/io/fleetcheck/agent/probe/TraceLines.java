package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.KernelEvidence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads lines of the events {@code scsi_dispatch_cmd_start}, {@code _done} and {@code _timeout} as
 * {@code include/trace/events/scsi.h} prints them. Kernels differ in what stands between the known
 * words: tags since 5.15, sense data at the end since 6.5. The command itself is taken from its
 * bytes, {@code raw=}, which all of them print.
 */
final class TraceLines {
  private static final int WRITE_SAME_10 = 0x41;
  private static final int VARIABLE_LENGTH = 0x7f;
  private static final int WRITE_SAME_32 = 0x0d;

  private final Map<String, String> disks;
  private final Map<String, Deque<KernelEvidence.Command>> open = new HashMap<>();
  private final List<KernelEvidence.Command> commands = new ArrayList<>();

  /**
   * @param disks H:C:T:L by the same as the events print it: LUN cut to 32 bits
   */
  TraceLines(Map<String, String> disks) {
    this.disks = Map.copyOf(disks);
  }

  /** Takes one line; anything but an event of a known disk is passed over. */
  void add(String line) {
    int start = line.indexOf(": scsi_dispatch_cmd_start: ");
    int done = line.indexOf(": scsi_dispatch_cmd_done: ");
    int timeout = line.indexOf(": scsi_dispatch_cmd_timeout: ");
    int at = Math.max(start, Math.max(done, timeout));
    if (at < 0) {
      return;
    }
    try {
      long nanos = timestamp(line, at);
      String hctl = disks.get(hctl(line));
      if (hctl != null) {
        String raw = between(line, " raw=", ")");
        if (start >= 0) {
          begin(hctl, raw, between(line, "cmnd=(", " "), nanos);
        } else {
          end(hctl, raw, nanos, line.substring(line.indexOf("result=")));
        }
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException unknownForm) {
      // A line that is cut, or of a form that no kernel known here prints: no evidence.
    }
  }

  private void begin(String hctl, String raw, String name, long nanos) {
    int[] cdb = bytes(raw);
    KernelEvidence.Command command =
        new KernelEvidence.Command(hctl, name(cdb, name), lba(cdb), blocks(cdb), nanos, -1, "");
    open.computeIfAbsent(hctl + raw, key -> new ArrayDeque<>()).add(command);
  }

  private void end(String hctl, String raw, long nanos, String result) {
    Deque<KernelEvidence.Command> waiting = open.get(hctl + raw);
    KernelEvidence.Command begun = waiting == null ? null : waiting.poll();
    if (begun != null) {
      commands.add(
          new KernelEvidence.Command(
              begun.hctl(),
              begun.opcode(),
              begun.lba(),
              begun.blocks(),
              begun.start(),
              nanos - begun.start(),
              result));
    }
  }

  /** The commands in the order of their starts, those without an end included. */
  List<KernelEvidence.Command> commands() {
    List<KernelEvidence.Command> all = new ArrayList<>(commands);
    open.values().forEach(all::addAll);
    all.sort(java.util.Comparator.comparingLong(KernelEvidence.Command::start));
    return all;
  }

  /** Seconds with six digits after the point, before the event's name, to nanoseconds. */
  private static long timestamp(String line, int at) {
    int blank = line.lastIndexOf(' ', at);
    String[] parts = line.substring(blank + 1, at).split("\\.", -1);
    if (parts.length != 2 || parts[1].length() != 6) {
      throw new IllegalArgumentException(line);
    }
    return Long.parseLong(parts[0]) * 1_000_000_000 + Long.parseLong(parts[1]) * 1_000;
  }

  private static String hctl(String line) {
    return between(line, "host_no=", " ")
        + ':'
        + between(line, " channel=", " ")
        + ':'
        + between(line, " id=", " ")
        + ':'
        + between(line, " lun=", " ");
  }

  private static String between(String line, String before, String after) {
    int at = line.indexOf(before);
    if (at < 0) {
      throw new IllegalArgumentException(line);
    }
    int from = at + before.length();
    return line.substring(from, line.indexOf(after, from));
  }

  private static int[] bytes(String raw) {
    String[] words = raw.trim().split(" ", -1);
    int[] cdb = new int[words.length];
    for (int i = 0; i < cdb.length; i++) {
      cdb[i] = Integer.parseInt(words[i], 16);
    }
    return cdb;
  }

  /** The kernel's name, but a variable-length command's by its service action. */
  private static String name(int[] cdb, String printed) {
    if (cdb[0] == WRITE_SAME_10) {
      return "WRITE_SAME";
    }
    boolean same32 = cdb[0] == VARIABLE_LENGTH && number(cdb, 8, 2) == WRITE_SAME_32;
    return same32 ? "WRITE_SAME_32" : printed;
  }

  /** Where SBC-4 puts the logical block address in commands of each length. */
  private static long lba(int[] cdb) {
    return switch (cdb[0] >> 5) {
      case 0 -> number(cdb, 1, 3) & 0x1fffff;
      case 1, 2 -> number(cdb, 2, 4);
      case 4 -> number(cdb, 2, 8);
      case 5 -> number(cdb, 2, 4);
      default -> cdb[0] == VARIABLE_LENGTH ? number(cdb, 12, 8) : 0;
    };
  }

  /** The transfer length; parameter length for commands such as UNMAP. */
  private static long blocks(int[] cdb) {
    return switch (cdb[0] >> 5) {
      case 0 -> cdb[4] == 0 ? 256 : cdb[4];
      case 1, 2 -> number(cdb, 7, 2);
      case 4 -> number(cdb, 10, 4);
      case 5 -> number(cdb, 6, 4);
      default -> cdb[0] == VARIABLE_LENGTH ? number(cdb, 28, 4) : 0;
    };
  }

  private static long number(int[] cdb, int from, int length) {
    long value = 0;
    for (int i = from; i < from + length; i++) {
      value = value << 8 | cdb[i];
    }
    return value;
  }
}
