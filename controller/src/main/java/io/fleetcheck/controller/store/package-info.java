/**
 * Runs kept in SQLite or PostgreSQL.
 *
 * <p>What a host told is kept whole, as its events on the wire, compressed; the table {@code disk}
 * repeats of it what lists and comparisons ask for. Records on the wire and those of this package
 * are read years after they were written: a component that is added must be an {@code Optional},
 * and none is renamed.
 */
package io.fleetcheck.controller.store;
