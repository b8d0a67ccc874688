package io.fleetcheck.controller.ssh;

import io.fleetcheck.inventory.ConnectionSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.schmizz.sshj.Config;

/**
 * What all SSH connections of a run share: making any of it anew for each host doubles the cost.
 */
final class SshCommons {
  private final Config config = SshAlgorithms.config();
  private final Path home;
  private final PrivateKeys keys;
  private final Map<List<Path>, KnownHosts> known = new ConcurrentHashMap<>();

  SshCommons(Path home, Passphrases passphrases) {
    this.home = home;
    this.keys = new PrivateKeys(config, home, passphrases);
  }

  Config config() {
    return config;
  }

  PrivateKeys keys() {
    return keys;
  }

  KnownHosts knownHosts(ConnectionSettings settings) {
    List<Path> files = new ArrayList<>(settings.knownHostsFiles());
    if (files.isEmpty()) {
      files.addAll(KnownHosts.userFiles(home));
    }
    files.addAll(KnownHosts.globalFiles());
    return known.computeIfAbsent(List.copyOf(files), KnownHosts::read);
  }
}
