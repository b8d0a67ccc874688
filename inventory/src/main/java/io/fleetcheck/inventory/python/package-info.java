/**
 * What of Python an inventory shows: its values, literals, text rules and printed forms.
 *
 * <p>Ansible hands an inventory's text to Python's own parsers, so their corners are the inventory
 * format. Facts are from the Python 3 language and library references.
 */
package io.fleetcheck.inventory.python;
