/**
 * What OpenSSH's configuration says of hosts, together with inventory and command line: by asking
 * {@code ssh -G}, which reads it as it will be read, or by a small reader of our own where there is
 * no ssh.
 */
package io.fleetcheck.controller.ssh.config;
