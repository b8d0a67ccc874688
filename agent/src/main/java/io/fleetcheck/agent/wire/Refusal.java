package io.fleetcheck.agent.wire;

/**
 * A precondition that did not hold.
 *
 * @param mode the mode that it forbids
 * @param where the mount point, block node or device that it is about
 * @param detail what was found, for people: the layer's name, the errno, the numbers
 */
public record Refusal(ProbeMode mode, RefusalReason reason, String where, String detail) {}
