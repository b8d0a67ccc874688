package io.fleetcheck.agent.wire;

/**
 * A whole device that its owner gives up to be overwritten.
 *
 * @param device a {@code /dev/disk/by-id/} path, or a WWID as sysfs prints it
 * @param serial the unit serial number (VPD page 80), which must agree; empty where {@code device}
 *     is a by-id path
 */
public record ScratchDevice(String device, String serial) {}
