package io.fleetcheck.playbooks;

import java.time.Instant;

/**
 * A finding that somebody answers for until a date. It annotates a verdict and never hides it.
 *
 * @param disk the WWID it is about
 * @param expires from this moment on the verdict counts again
 */
public record Waiver(String disk, String reason, String owner, String approver, Instant expires) {}
