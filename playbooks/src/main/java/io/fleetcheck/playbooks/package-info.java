/** What an operator decides beforehand: thresholds and waivers; plays and windows come later. */
package io.fleetcheck.playbooks;
