package io.fleetcheck.controller.ssh;

import com.hierynomus.sshj.userauth.certificate.Certificate;
import io.fleetcheck.controller.ssh.KnownHosts.Entry;
import io.fleetcheck.controller.ssh.KnownHosts.Marker;
import io.fleetcheck.controller.ssh.config.HostKeyPolicy;
import java.io.IOException;
import java.security.PublicKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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
  private final KnownHosts known;
  private final HostIdentity host;
  private final HostKeyPolicy policy;
  private final List<String> allowed;
  private boolean searched;
  private boolean another;
  private Optional<String> refusal = Optional.empty();
  private Optional<String> remark = Optional.empty();

  /**
   * @param policy for a key of which nothing is known; one that contradicts what is known is
   *     refused
   * @param allowed HostKeyAlgorithms; empty for all that we have
   */
  HostKeyCheck(KnownHosts known, HostIdentity host, HostKeyPolicy policy, List<String> allowed) {
    this.known = known;
    this.host = host;
    this.policy = policy;
    this.allowed = List.copyOf(allowed);
  }

  /** Why the key was refused, if it was: one line. */
  synchronized Optional<String> refusal() {
    return refusal;
  }

  /** What the user is to know where an unknown key was accepted. */
  synchronized Optional<String> remark() {
    return remark;
  }

  /**
   * Whether the host is to be asked once more: it showed a key of another kind than those that are
   * known of it, which will be asked for first now.
   */
  synchronized boolean wantsAnotherKey() {
    boolean wanted = another;
    another = false;
    return wanted;
  }

  private Stream<String> names() {
    return Stream.concat(Stream.of(host.name()), host.withoutPort().stream());
  }

  private boolean names(Marker marker, HostKey key) {
    return names().anyMatch(name -> known.names(name, marker, key));
  }

  /** So that the host shows a key of a kind that we know, if it has one. */
  @Override
  public synchronized List<String> findExistingAlgorithms(String hostname, int hostPort) {
    Set<String> algorithms = new LinkedHashSet<>();
    if (names().flatMap(name -> known.unhashed(name).stream()).anyMatch(HostKeyCheck::certifies)) {
      Stream.of(KeyType.values())
          .filter(type -> type.getParent() != null)
          .forEach(type -> algorithms.addAll(algorithms(type.toString())));
    }
    knownTypes().forEach(type -> algorithms.addAll(algorithms(type)));
    if (!allowed.isEmpty()) {
      algorithms.retainAll(allowed);
      return algorithms.isEmpty() ? allowed : List.copyOf(algorithms);
    }
    return List.copyOf(algorithms);
  }

  /** Keys of RSA sign in several ways; RFC 8332. */
  private static List<String> algorithms(String type) {
    return switch (type) {
      case "ssh-rsa" -> List.of("rsa-sha2-512", "rsa-sha2-256", type);
      case "ssh-rsa-cert-v01@openssh.com" ->
          List.of("rsa-sha2-512-cert-v01@openssh.com", "rsa-sha2-256-cert-v01@openssh.com", type);
      default -> List.of(type);
    };
  }

  private static boolean certifies(Entry entry) {
    return entry.marker() == Marker.AUTHORITY;
  }

  /** Before hashed lines are searched, a guess: what they have of all hosts. */
  private Set<String> knownTypes() {
    for (String name : names().toList()) {
      Set<String> types = types(searched ? known.of(name) : known.unhashed(name));
      if (!types.isEmpty()) {
        return types;
      }
    }
    return searched ? Set.of() : known.hashedTypes();
  }

  private static Set<String> types(List<Entry> entries) {
    Set<String> types = new LinkedHashSet<>();
    for (Entry entry : entries) {
      if (entry.marker() == Marker.KEY) {
        types.add(entry.key().type());
      }
    }
    return types;
  }

  @Override
  public synchronized boolean verify(String hostname, int hostPort, PublicKey key) {
    refusal = known.unknownRevocations().map(why -> HostKeyText.noRevocations(host, why));
    if (refusal.isPresent()) {
      return false;
    }
    String shown = HostKey.of(key).type();
    if (!allowed.isEmpty() && algorithms(shown).stream().noneMatch(allowed::contains)) {
      return refuse(HostKeyText.notAllowed(host, shown));
    }
    if (!(key instanceof Certificate<?> certificate)) {
      return verifyPlain(HostKey.of(key), Optional.empty());
    }
    HostKey plain = HostKey.of(certificate.getKey());
    HostKey authority = HostKey.ofEncoded(certificate.getSignatureKey());
    if (names(Marker.REVOKED, authority)) {
      return refuse(HostKeyText.revoked(host, authority));
    }
    Optional<String> problem = Optional.empty();
    if (names(Marker.AUTHORITY, authority)) {
      problem = HostCertificate.problem(certificate, HostKey.of(key), host.principal());
      if (problem.isEmpty() && !names(Marker.REVOKED, plain)) {
        return true;
      }
    }
    return verifyPlain(plain, problem);
  }

  /**
   * @param certificateProblem why a trusted authority's certificate for the key is no good
   */
  private boolean verifyPlain(HostKey key, Optional<String> certificateProblem) {
    if (names(Marker.REVOKED, key)) {
      return refuse(HostKeyText.revoked(host, key));
    }
    if (known.names(host.name(), Marker.KEY, key)) {
      return true;
    }
    List<Entry> own =
        known.of(host.name()).stream().filter(entry -> entry.marker() == Marker.KEY).toList();
    if (!own.isEmpty()) {
      another = !searched && !types(own).contains(key.type());
      searched = true;
      return refuse(HostKeyText.changed(host, key, own.get(0)));
    }
    if (host.withoutPort().stream().anyMatch(name -> known.names(name, Marker.KEY, key))) {
      return true;
    }
    if (!searched && certificateProblem.isEmpty()) {
      Set<String> shown = Set.of(key.type());
      another = host.withoutPort().stream().anyMatch(name -> differ(shown, types(known.of(name))));
      searched = true;
      if (another) {
        return refuse(HostKeyText.unknown(host, key, known));
      }
    }
    return certificateProblem.isPresent()
        ? refuse(HostKeyText.badCertificate(host, certificateProblem.get()))
        : decide(key);
  }

  private static boolean differ(Set<String> shown, Set<String> other) {
    return !other.isEmpty() && !other.containsAll(shown);
  }

  private boolean decide(HostKey key) {
    return switch (policy) {
      case REFUSE -> refuse(HostKeyText.unknown(host, key, known));
      case ADD -> add(key);
      case ACCEPT -> {
        remark = Optional.of(HostKeyText.unchecked(host, key));
        yield true;
      }
    };
  }

  /** A key that cannot be kept would be taken on trust again and again. */
  private boolean add(HostKey key) {
    try {
      remark = Optional.of(HostKeyText.added(host, key, known.add(host.name(), key)));
      return true;
    } catch (IOException e) {
      return refuse(HostKeyText.notAdded(host, key, known.userFile(), AgentHost.reason(e)));
    }
  }

  private boolean refuse(String why) {
    refusal = Optional.of(why);
    return false;
  }
}
