/**
 * The {@code fleetcheck} command: words on the command line become validated option records, and
 * what comes of them an exit code. Streams, clock and environment are injected; only {@link
 * io.fleetcheck.controller.cli.Main#main} leaves the process.
 */
package io.fleetcheck.controller.cli;
