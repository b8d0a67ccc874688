/**
 * A finished run as text: one class for each format, each tested against literal text. Knows
 * nothing of how the run was made, so that a stored run can be shown again.
 */
package io.fleetcheck.controller.report;
