package io.fleetcheck.controller.ssh;

import com.hierynomus.sshj.userauth.certificate.Certificate;
import io.fleetcheck.controller.ssh.config.Route.Identities;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.schmizz.sshj.userauth.keyprovider.KeyPairWrapper;
import net.schmizz.sshj.userauth.method.AuthMethod;
import net.schmizz.sshj.userauth.method.AuthPublickey;

/**
 * The keys that one host is shown, in the order of OpenSSH's pubkey_prepare (sshconnect2.c):
 * certificates; keys of ssh-agent that are named; its others, unless IdentitiesOnly; then keys that
 * only files have.
 *
 * <p>For the passphrase of a named key somebody is asked, unless ssh-agent holds the key; for that
 * of a key that merely has one of the usual names, only where there is no other way in.
 */
final class KeyOffers {
  private final PrivateKeys keys;
  private final Optional<KeyAgent> agent;
  private final List<HostKey> held;
  private final Map<Path, PrivateKeys.Loaded> files = new LinkedHashMap<>();
  private final List<Offer> offers = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * @param name for an error's text
   */
  record Offer(String name, AuthMethod method) {}

  /**
   * @param otherWay whether the host can be authenticated to without a key
   */
  KeyOffers(PrivateKeys keys, Identities identities, boolean otherWay) {
    this.keys = keys;
    this.agent = identities.agent().map(KeyAgent::new);
    this.held = identities.agent().map(keys::ofAgent).orElse(List.of());
    boolean named = !identities.keyFiles().isEmpty();
    load(named ? identities.keyFiles() : keys.defaults(), named, otherWay);
    List<HostKey> listed =
        files.keySet().stream().flatMap(file -> publicKey(file).stream()).distinct().toList();
    identities.certificates().forEach(this::offerCertificate);
    files.values().forEach(this::offerCertificate);
    held.stream().filter(KeyOffers::isCertificate).forEach(this::offerHeld);
    listed.stream().filter(held::contains).forEach(this::offerHeld);
    if (!identities.only()) {
      held.stream()
          .filter(key -> !listed.contains(key) && !isCertificate(key))
          .forEach(this::offerHeld);
    }
    files.forEach(this::offerFile);
  }

  private void load(List<Path> candidates, boolean named, boolean otherWay) {
    for (Path file : candidates) {
      files.put(file, keys.load(file, named && !isHeld(file)));
    }
    boolean open = files.values().stream().anyMatch(loaded -> loaded.pair().isPresent());
    if (!named && !open && !otherWay && held.isEmpty()) {
      files.replaceAll((file, closed) -> keys.load(file, true));
    }
  }

  private boolean isHeld(Path file) {
    return PrivateKeys.beside(file).filter(held::contains).isPresent();
  }

  private Optional<HostKey> publicKey(Path file) {
    PrivateKeys.Loaded loaded = files.get(file);
    return loaded == null || loaded.key().isEmpty() ? PrivateKeys.beside(file) : loaded.key();
  }

  private static boolean isCertificate(HostKey key) {
    return key.type().contains("-cert-");
  }

  /** CertificateFile: its key may be in a file or in ssh-agent. */
  private void offerCertificate(Path file) {
    Optional<HostKey> encoded = PrivateKeys.publicKey(file);
    Optional<Certificate<?>> certificate = encoded.flatMap(PrivateKeys::certificate);
    if (encoded.isEmpty() || certificate.isEmpty()) {
      problems.add(file + ": no certificate");
      return;
    }
    HostKey plain = HostKey.of(certificate.get().getKey());
    Optional<KeyPair> pair =
        files.values().stream()
            .filter(loaded -> loaded.key().equals(Optional.of(plain)))
            .findFirst()
            .flatMap(PrivateKeys.Loaded::pair);
    if (agent.isPresent() && held.contains(plain)) {
      add(file.toString(), new AgentKeyMethod(agent.get(), encoded.get(), plain));
    } else if (pair.isPresent()) {
      add(file.toString(), method(new KeyPair(certificate.get(), pair.get().getPrivate())));
    } else {
      problems.add(file + ": its key is neither in ssh-agent nor in a key file");
    }
  }

  private void offerCertificate(PrivateKeys.Loaded loaded) {
    if (loaded.pair().isPresent() && loaded.certificate().isPresent()) {
      KeyPair pair = new KeyPair(loaded.certificate().get(), loaded.pair().get().getPrivate());
      files.entrySet().stream()
          .filter(entry -> entry.getValue().equals(loaded))
          .findFirst()
          .ifPresent(entry -> add(entry.getKey() + "-cert.pub", method(pair)));
    }
  }

  private void offerHeld(HostKey key) {
    agent.ifPresent(
        there -> add(key.type() + " of ssh-agent", new AgentKeyMethod(there, key, key)));
  }

  private void offerFile(Path file, PrivateKeys.Loaded loaded) {
    if (loaded.key().filter(held::contains).isPresent()) {
      return;
    }
    if (loaded.pair().isPresent()) {
      add(file.toString(), method(loaded.pair().get()));
    } else if (!isHeld(file)) {
      problems.add(file + ": " + loaded.problem());
    }
  }

  private static AuthMethod method(KeyPair pair) {
    return new AuthPublickey(new KeyPairWrapper(pair));
  }

  private void add(String name, AuthMethod method) {
    offers.add(new Offer(name, method));
  }

  List<Offer> offers() {
    return offers;
  }

  /** Why keys that are named cannot be shown. */
  List<String> problems() {
    return problems;
  }
}
