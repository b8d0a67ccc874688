/**
 * One run: hosts in, outcomes and verdicts out. Owns the ports that the outside implements: {@link
 * io.fleetcheck.controller.run.RemoteHost} and {@link io.fleetcheck.controller.run.RunListener}.
 */
package io.fleetcheck.controller.run;
