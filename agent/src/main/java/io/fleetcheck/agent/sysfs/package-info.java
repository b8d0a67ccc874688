/**
 * From files below a root path to the block stack, and back to files: {@link
 * io.fleetcheck.agent.sysfs.TopologyReader} reads a live host or a captured tree, {@link
 * io.fleetcheck.agent.sysfs.CaptureSource} makes such a tree. No native code; imports the wire
 * only.
 */
package io.fleetcheck.agent.sysfs;
