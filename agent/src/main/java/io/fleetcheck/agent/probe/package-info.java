/**
 * The probe: what is measured, and the interlocks that keep it from touching a byte of anybody's.
 * It reaches the kernel only through {@link io.fleetcheck.agent.probe.Kernel} and {@link
 * io.fleetcheck.agent.probe.Descriptor}, so that each interlock can be shown to hold.
 */
package io.fleetcheck.agent.probe;
