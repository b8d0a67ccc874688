package io.fleetcheck.agent.wire;

/**
 * The controller's answer to {@link Event.Hello}: one line on the agent's standard input. Until it
 * comes the agent does nothing.
 *
 * @param why the agent is to go away; empty where it may stay
 */
public record Admission(boolean granted, String why) {
  public static final Admission GRANTED = new Admission(true, "");
}
