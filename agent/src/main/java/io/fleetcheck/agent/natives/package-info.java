/**
 * System calls: the only package that imports a native library (jffi). It implements the ports that
 * {@code probe} and {@code sysfs} own, and decides nothing.
 */
package io.fleetcheck.agent.natives;
