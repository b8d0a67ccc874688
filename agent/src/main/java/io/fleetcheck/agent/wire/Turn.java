package io.fleetcheck.agent.wire;

/** The controller's answer to {@link Event.TurnWanted}: one line on the agent's standard input. */
public record Turn(DiskId disk, boolean granted, String why) {}
