package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.RefusalReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The rule that decided a verdict, or that holds beside it. Every {@link RefusalReason} is a code
 * too, of its own spelling; the level is then unknown.
 */
public enum Code {
  NOT_SCSI("not a SCSI disk: outside the rules and the remedy, listed only"),
  UNSUPPORTED_TYPE("not a disk of type 0 or 0x14, or zoned: never probed"),
  UNKNOWN_KERNEL("the limit of WRITE SAME cannot be read, so nothing is known"),
  REMEDIATION_PARTIAL("the limit's file says 0 while the queue still allows WRITE SAME"),
  INCONSISTENT_LIMITS("a path's limit is lower than its map's: writes may fail every path"),
  DRIVER_DISABLED("the driver forbids WRITE SAME"),
  REMEDIATED("fleetcheck switched WRITE SAME off here"),
  ATA_SATL_DISABLED("an ATA disk behind a translation layer, WRITE SAME off"),
  DISABLED_OR_REJECTED("WRITE SAME is off: set so, or rejected by the device"),
  ARMED_UNMEASURED("the kernel may send WRITE SAME; nobody measured how slow it is"),
  SLOW_WRITE_SAME("zeroing is slower than writing zeros"),
  ZEROOUT_SLOW_NOT_WS("zeroing is slow even without WRITE SAME"),
  REJECTED("the device rejected WRITE SAME during the probe and the kernel switched it off"),
  NO_OFFLOAD_SEEN("the zeroing measured did not go through WRITE SAME"),
  UNMAP_PATH_NOT_MEASURED("ext4 zeroes this disk by another command than the one measured"),
  INCONCLUSIVE("measured, and no rule decides"),
  NOT_EXERCISED("only the file pattern ran, which cannot acquit"),
  OK("zeroing is about as fast as writing"),
  OK_NEGLIGIBLE("zeroing is slower by so little that nobody feels it"),
  OK_FAST("zeroing is faster than writing: switching it off would hurt"),

  /** Only ever in {@code also}, from here on. */
  STACK_STALE("a layer still offers WRITE SAME over one that does not"),
  MPATH_DANGER("an old kernel's multipath may fail every path on a stale limit"),
  QUEUE_LIMIT_ABSENT("judged by max_write_same_blocks alone: no queue limit to check it against"),
  UNMAP_PATH("it is zeroing with unmap allowed that is slow, as ext4 does it"),
  WITHOUT_EVIDENCE("the kernel's own commands could not be traced"),
  SETTINGS_CHANGED_BY_UDEV("settings of the disk's stack changed while it was probed"),
  IDENTITY_WEAK("the disk has no name that lasts: good for this run only");

  private final String meaning;

  Code(String meaning) {
    this.meaning = meaning;
  }

  /** As reports and {@code fleetcheck explain} spell it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The rule in a few words, whatever the level. */
  public String meaning() {
    return meaning;
  }

  /** Every spelling that a verdict can bear, refusals included. */
  public static List<String> all() {
    List<String> all = new ArrayList<>();
    Arrays.stream(values()).map(Code::text).forEach(all::add);
    Arrays.stream(RefusalReason.values()).map(RefusalReason::code).forEach(all::add);
    return List.copyOf(all);
  }
}
