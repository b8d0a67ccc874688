package io.fleetcheck.controller.ssh;

import io.fleetcheck.inventory.ConnectionSettings;
import java.nio.file.Files;
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
  private final SshUser user;
  private final PrivateKeys keys;
  private final Map<List<Path>, KnownHosts> known = new ConcurrentHashMap<>();

  SshCommons(SshUser user) {
    this.user = user;
    this.keys = new PrivateKeys(config, user);
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
      files.addAll(KnownHosts.userFiles(user.home()));
    }
    files.addAll(KnownHosts.globalFiles());
    return known.computeIfAbsent(List.copyOf(files), KnownHosts::read);
  }

  /**
   * What to add to the text of a failure that OpenSSH's configuration may explain: ssh itself would
   * have read it.
   */
  String configurationHint() {
    return Files.exists(user.home().resolve(".ssh/config"))
        ? " (~/.ssh/config is not read: give its settings in the inventory)"
        : "";
  }
}
