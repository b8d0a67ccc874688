package io.fleetcheck.controller.ssh;

import io.fleetcheck.inventory.Secret;
import java.nio.file.Path;
import java.util.Optional;

/** Who knows the passphrases of private keys: usually the person at the terminal. */
@FunctionalInterface
public interface Passphrases {

  /**
   * Asked once for a key in a run, while other hosts that need the key wait.
   *
   * @return empty where nobody can be asked
   */
  Optional<Secret> of(Path keyFile);
}
