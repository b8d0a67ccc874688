/**
 * What the controller and the agent tell each other: one {@link io.fleetcheck.agent.wire.Request},
 * then a stream of {@link io.fleetcheck.agent.wire.Event}s, and the facts and raw samples they
 * carry, with the arithmetic that belongs to the samples.
 *
 * <p>The only package of the agent that the controller imports. It imports nothing of ours and no
 * library: the agent's start-up is paid on every host of every run.
 */
package io.fleetcheck.agent.wire;
