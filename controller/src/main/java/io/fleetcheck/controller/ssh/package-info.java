/**
 * Hosts reached for real: over SSH, or as a child process on this machine. Each runs one shell that
 * finds Java, becomes another user where asked, receives the agent where it has none, and turns
 * into it.
 */
package io.fleetcheck.controller.ssh;
