/**
 * JSON and YAML documents as Python's {@code json} and PyYAML read them, with the lines on which
 * things stand.
 */
package io.fleetcheck.inventory.document;
