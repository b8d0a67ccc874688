package io.fleetcheck.controller.verdict;

/**
 * Zeroing over writing, both with their flush.
 *
 * @param low of the 99 % interval
 */
public record Ratio(double estimate, double low, double high, int pairs) {}
