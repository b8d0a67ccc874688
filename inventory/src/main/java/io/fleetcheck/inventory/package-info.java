/** Ansible inventories: hosts, groups, variables, and how a host is to be reached. */
package io.fleetcheck.inventory;
