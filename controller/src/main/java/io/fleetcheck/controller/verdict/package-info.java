/**
 * Facts and samples to verdicts. Pure: no clock, no file, no logger; an old run can be judged
 * again.
 */
package io.fleetcheck.controller.verdict;
