package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.ssh.config.Route;
import io.fleetcheck.controller.ssh.config.Routes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import net.schmizz.sshj.Config;

/**
 * What all SSH connections of a run share: making any of it anew for each host doubles the cost.
 */
final class SshCommons implements AutoCloseable {
  private final KeepAlives keepAlives;
  private final Config config;
  private final Map<List<Object>, KnownHosts> known = new ConcurrentHashMap<>();
  private final PrivateKeys keys;
  private final Routes routes;
  private final Resolver resolver;
  private final Gates gates = new Gates();
  private final Passwords passwords = new Passwords();
  private final Jumps jumps;

  SshCommons(SshUser user, Resolver.Lookup names, ScheduledExecutorService scheduler) {
    this.keepAlives = new KeepAlives(scheduler);
    this.config = SshAlgorithms.config(keepAlives);
    this.keys = new PrivateKeys(config, user);
    this.routes = new Routes(user.home(), user.configuration(), user.environment());
    this.resolver = new Resolver(names);
    this.jumps = new Jumps(this, scheduler);
  }

  Config config() {
    return config;
  }

  PrivateKeys keys() {
    return keys;
  }

  Routes routes() {
    return routes;
  }

  Resolver resolver() {
    return resolver;
  }

  Gates gates() {
    return gates;
  }

  Passwords passwords() {
    return passwords;
  }

  Jumps jumps() {
    return jumps;
  }

  /** Files are read once, whatever else of a host differs. */
  KnownHosts knownHosts(Route.HostKeys judged) {
    return known.computeIfAbsent(
        List.of(judged.userFiles(), judged.globalFiles(), judged.revoked()),
        files -> KnownHosts.read(judged.userFiles(), judged.globalFiles(), judged.revoked()));
  }

  @Override
  public void close() {
    jumps.close();
    keepAlives.close();
  }
}
