/**
 * Ansible inventories: hosts, groups, variables, and how a host is to be reached.
 *
 * <p>{@link io.fleetcheck.inventory.InventoryLoader} reads sources into an {@link
 * io.fleetcheck.inventory.Inventory}; {@link io.fleetcheck.inventory.ConnectionSettingsReader}
 * makes of a host's variables how to reach it; {@link io.fleetcheck.inventory.InventoryPrinter}
 * prints what ansible-inventory prints. The rules are those of ansible-core 2.14, slips included.
 */
package io.fleetcheck.inventory;
