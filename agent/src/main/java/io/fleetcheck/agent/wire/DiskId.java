package io.fleetcheck.agent.wire;

import static java.util.Objects.requireNonNull;

/**
 * The key of a disk, across runs and renames. {@code sda} and {@code 0:0:1:0} are labels, never
 * keys.
 *
 * @param text the designator as the kernel prints it, such as {@code naa.5000c50001234567}; for
 *     {@link Kind#SERIAL} vendor, model and serial joined by {@code /}; for {@link Kind#VOLATILE}
 *     the H:C:T:L, or the node's name
 */
public record DiskId(Kind kind, String text) {

  /** How far the name reaches. */
  public enum Kind {
    /** Network Address Authority designator, VPD page 83: names the LUN in the whole world. */
    NAA,
    /** EUI-64 designator, VPD page 83, or an NVMe EUI, NGUID or UUID: as far as {@link #NAA}. */
    EUI,
    /** Vendor, model and serial: good within its host only; two hosts may show equal ones. */
    SERIAL,
    /** Nothing of the kind: good for this run only, never compared across runs. */
    VOLATILE
  }

  public DiskId {
    requireNonNull(kind, "kind");
    requireNonNull(text, "text");
  }

  /** Whether two hosts that show this name see the same LUN. */
  public boolean isGlobal() {
    return kind == Kind.NAA || kind == Kind.EUI;
  }

  @Override
  public String toString() {
    return text;
  }
}
