package io.fleetcheck.controller.ssh;

import com.hierynomus.sshj.userauth.certificate.Certificate;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.schmizz.sshj.Config;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.Factory;
import net.schmizz.sshj.common.SSHRuntimeException;
import net.schmizz.sshj.userauth.keyprovider.FileKeyProvider;
import net.schmizz.sshj.userauth.keyprovider.KeyFormat;
import net.schmizz.sshj.userauth.keyprovider.KeyProviderUtil;
import net.schmizz.sshj.userauth.password.PasswordFinder;
import net.schmizz.sshj.userauth.password.Resource;

/** The user's keys, from files and ssh-agents, each read, and decrypted, once for a run. */
final class PrivateKeys {
  /** ssh_config(5), IdentityFile, in its order; without those that sshj cannot do. */
  private static final List<String> DEFAULT_NAMES = List.of("id_rsa", "id_ecdsa", "id_ed25519");

  private final Config config;
  private final SshUser user;
  private final Map<Path, Loaded> asked = new HashMap<>();
  private final Map<Path, Loaded> unasked = new HashMap<>();
  private final Map<Path, List<HostKey>> agents = new HashMap<>();

  /**
   * What a file gave.
   *
   * @param pair the key alone, and its certificate where one lies beside it; empty with a problem
   */
  record Loaded(Optional<KeyPair> pair, Optional<PublicKey> certificate, String problem) {
    Optional<HostKey> key() {
      return pair.map(KeyPair::getPublic).map(HostKey::of);
    }
  }

  PrivateKeys(Config config, SshUser user) {
    this.config = config;
    this.user = user;
  }

  /** The keys that an ssh-agent holds, in its order; none where there is no agent. */
  synchronized List<HostKey> ofAgent(Path socket) {
    return agents.computeIfAbsent(
        socket,
        there -> {
          try {
            return List.copyOf(new KeyAgent(there).keys());
          } catch (IOException none) {
            // As for OpenSSH: a variable that outlived its agent is nothing to complain of.
            return List.of();
          }
        });
  }

  /** Files with the usual names that exist. */
  List<Path> defaults() {
    return DEFAULT_NAMES.stream()
        .map(name -> user.home().resolve(".ssh").resolve(name))
        .filter(Files::exists)
        .toList();
  }

  /** The public key beside a file; empty where there is none that can be read. */
  static Optional<HostKey> beside(Path file) {
    return publicKey(Path.of(file + ".pub"));
  }

  /** A file with one public key or certificate, as ssh-keygen writes it. */
  static Optional<HostKey> publicKey(Path file) {
    try {
      String[] fields = Files.readString(file, StandardCharsets.ISO_8859_1).split("\\s+", 3);
      return fields.length > 1 ? HostKey.ofBase64(fields[1]) : Optional.empty();
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /** A certificate as Java has it; empty for any other key, and for nonsense. */
  static Optional<Certificate<?>> certificate(HostKey encoded) {
    try {
      PublicKey key = new Buffer.PlainBuffer(encoded.encoded()).readPublicKey();
      return key instanceof Certificate<?> certificate
          ? Optional.of(certificate)
          : Optional.empty();
    } catch (Buffer.BufferException | SSHRuntimeException malformed) {
      return Optional.empty();
    }
  }

  /**
   * @param ask whether somebody may be asked for the passphrase
   */
  synchronized Loaded load(Path file, boolean ask) {
    Loaded before = unasked.computeIfAbsent(file, path -> read(path, false));
    return before.pair().isPresent() || !ask
        ? before
        : asked.computeIfAbsent(file, path -> read(path, true));
  }

  private Loaded read(Path file, boolean ask) {
    Finder finder = new Finder(file, ask);
    try {
      KeyFormat format = KeyProviderUtil.detectKeyFileFormat(file.toFile());
      FileKeyProvider provider =
          Factory.Named.Util.create(config.getFileKeyProviderFactories(), format.toString());
      if (provider == null) {
        return failed("not a private key that fleetcheck can read; ssh-agent may hold it instead");
      }
      provider.init(file.toFile(), finder);
      PublicKey shown = provider.getPublic();
      return shown instanceof Certificate<?> certificate
          ? new Loaded(
              Optional.of(new KeyPair(certificate.getKey(), provider.getPrivate())),
              Optional.of(shown),
              "")
          : new Loaded(
              Optional.of(new KeyPair(shown, provider.getPrivate())), Optional.empty(), "");
    } catch (IOException | SSHRuntimeException e) {
      return failed(finder.problem().orElseGet(() -> AgentHost.reason(e)));
    }
  }

  private static Loaded failed(String problem) {
    return new Loaded(Optional.empty(), Optional.empty(), problem);
  }

  /** Answers sshj's question for the passphrase, once. */
  private final class Finder implements PasswordFinder {
    private final Path file;
    private final boolean ask;
    private Optional<String> problem = Optional.empty();

    Finder(Path file, boolean ask) {
      this.file = file;
      this.ask = ask;
    }

    @Override
    public char[] reqPassword(Resource<?> resource) {
      Optional<Secret> passphrase = ask ? user.passphrases().of(file) : Optional.empty();
      problem =
          Optional.of(
              passphrase.isPresent()
                  ? "the passphrase is wrong"
                  : ask
                      ? "it has a passphrase, and there is no terminal to ask on: add it to"
                          + " ssh-agent"
                      : "it has a passphrase, and neither was it named by --private-key nor is it the only way in");
      return passphrase.map(secret -> secret.reveal().toCharArray()).orElseGet(() -> new char[0]);
    }

    @Override
    public boolean shouldRetry(Resource<?> resource) {
      return false;
    }

    Optional<String> problem() {
      return problem;
    }
  }
}
