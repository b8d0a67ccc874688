package io.fleetcheck.agent.wire;

/**
 * What tells one machine from another. Each is empty where it cannot be read.
 *
 * @param id {@code machine-id(5)}, else the product UUID of the firmware; images are cloned with
 *     it, so alone it proves nothing
 * @param boot the kernel's boot id: of this boot of this machine only, containers share it
 * @param hostname tells containers apart
 */
public record Machine(String id, String boot, String hostname) {}
