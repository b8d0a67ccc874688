/**
 * Captured trees of hosts as files: written from what an agent sends ({@link
 * io.fleetcheck.controller.capture.CaptureWriter}), with serial numbers blurred ({@link
 * io.fleetcheck.controller.capture.Blur}), and unpacked again for an agent to read ({@link
 * io.fleetcheck.controller.capture.CapturedTree}). Imports the wire only.
 */
package io.fleetcheck.controller.capture;
