package io.fleetcheck.controller.ssh;

import com.hierynomus.sshj.userauth.certificate.Certificate;
import io.fleetcheck.controller.ssh.KnownHosts.Entry;
import io.fleetcheck.controller.ssh.KnownHosts.Marker;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.schmizz.sshj.common.KeyType;
import net.schmizz.sshj.transport.verification.HostKeyVerifier;

/**
 * Decides on the key that one host shows, as OpenSSH's check_host_key (sshconnect.c) does with
 * StrictHostKeyChecking=yes; stricter in one thing: a key revoked for the name without its port is
 * revoked for every port.
 *
 * <p>sshj's own verifier accepts revoked keys, user certificates and excluded hosts, hence this
 * one.
 */
final class HostKeyCheck implements HostKeyVerifier {
  private static final int SSH_PORT = 22;

  private final KnownHosts known;
  private final String host;
  private final int port;
  private final boolean checking;
  private Optional<String> refusal = Optional.empty();
  private Optional<String> warning = Optional.empty();

  /**
   * @param checking whether a key of which nothing is known is refused; one that contradicts what
   *     is known always is
   */
  HostKeyCheck(KnownHosts known, String host, int port, boolean checking) {
    this.known = known;
    this.host = host;
    this.port = port;
    this.checking = checking;
  }

  /** Why the key was refused, if it was: one line. */
  synchronized Optional<String> refusal() {
    return refusal;
  }

  /** What the user is to know where it was accepted unchecked. */
  synchronized Optional<String> warning() {
    return warning;
  }

  private String name() {
    return port == SSH_PORT ? host : "[" + host + "]:" + port;
  }

  /** Known under the name with its port, and under the name alone, which counts as well. */
  private List<Entry> named(Marker marker) {
    List<Entry> entries = new ArrayList<>(named(name(), marker));
    if (port != SSH_PORT) {
      entries.addAll(named(host, marker));
    }
    return entries;
  }

  private List<Entry> named(String name, Marker marker) {
    return known.of(name).stream().filter(entry -> entry.marker() == marker).toList();
  }

  /** So that the host shows a key of a kind that we know, if it has one. */
  @Override
  public List<String> findExistingAlgorithms(String hostname, int hostPort) {
    Set<String> algorithms = new LinkedHashSet<>();
    if (!named(Marker.AUTHORITY).isEmpty()) {
      for (KeyType type : KeyType.values()) {
        if (type.getParent() != null) {
          algorithms.add(type.toString());
        }
      }
    }
    List<Entry> own = named(name(), Marker.KEY);
    for (Entry entry : own.isEmpty() ? named(Marker.KEY) : own) {
      if (entry.key().type().equals("ssh-rsa")) {
        algorithms.add("rsa-sha2-512");
        algorithms.add("rsa-sha2-256");
      }
      algorithms.add(entry.key().type());
    }
    return List.copyOf(algorithms);
  }

  @Override
  public synchronized boolean verify(String hostname, int hostPort, PublicKey key) {
    refusal = Optional.empty();
    if (!(key instanceof Certificate<?> certificate)) {
      return verifyPlain(HostKey.of(key), Optional.empty());
    }
    HostKey plain = HostKey.of(certificate.getKey());
    HostKey authority = HostKey.ofEncoded(certificate.getSignatureKey());
    if (contains(named(Marker.REVOKED), authority)) {
      return refuse(HostKeyText.revoked(host, port, authority));
    }
    Optional<String> problem = Optional.empty();
    if (contains(named(Marker.AUTHORITY), authority)) {
      problem = HostCertificate.problem(certificate, HostKey.of(key), host);
      if (problem.isEmpty() && !contains(named(Marker.REVOKED), plain)) {
        return true;
      }
    }
    return verifyPlain(plain, problem);
  }

  /**
   * @param certificateProblem why a trusted authority's certificate for the key is no good
   */
  private boolean verifyPlain(HostKey key, Optional<String> certificateProblem) {
    if (contains(named(Marker.REVOKED), key)) {
      return refuse(HostKeyText.revoked(host, port, key));
    }
    List<Entry> own = named(name(), Marker.KEY);
    if (contains(own, key)) {
      return true;
    }
    if (!own.isEmpty()) {
      return refuse(HostKeyText.changed(host, port, key, own.get(0)));
    }
    if (contains(named(host, Marker.KEY), key)) {
      return true;
    }
    if (certificateProblem.isPresent()) {
      return refuse(HostKeyText.badCertificate(host, port, certificateProblem.get()));
    }
    if (!checking) {
      warning = Optional.of(HostKeyText.unchecked(host, port, key));
      return true;
    }
    return refuse(HostKeyText.unknown(host, port, key, known));
  }

  private boolean refuse(String why) {
    refusal = Optional.of(why);
    return false;
  }

  private static boolean contains(List<Entry> entries, HostKey key) {
    return entries.stream().anyMatch(entry -> entry.key().equals(key));
  }
}
