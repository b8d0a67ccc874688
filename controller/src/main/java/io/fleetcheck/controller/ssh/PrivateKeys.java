package io.fleetcheck.controller.ssh;

import com.hierynomus.sshj.userauth.certificate.Certificate;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.schmizz.sshj.Config;
import net.schmizz.sshj.common.Factory;
import net.schmizz.sshj.common.SSHRuntimeException;
import net.schmizz.sshj.userauth.keyprovider.FileKeyProvider;
import net.schmizz.sshj.userauth.keyprovider.KeyFormat;
import net.schmizz.sshj.userauth.keyprovider.KeyPairWrapper;
import net.schmizz.sshj.userauth.keyprovider.KeyProvider;
import net.schmizz.sshj.userauth.keyprovider.KeyProviderUtil;
import net.schmizz.sshj.userauth.password.PasswordFinder;
import net.schmizz.sshj.userauth.password.Resource;

/** Private keys from files, each read, and decrypted, once for all hosts of a run. */
final class PrivateKeys {
  /** ssh_config(5), IdentityFile, in its order; without those that sshj cannot do. */
  private static final List<String> DEFAULT_NAMES = List.of("id_rsa", "id_ecdsa", "id_ed25519");

  private final Config config;
  private final Path home;
  private final Passphrases passphrases;
  private final Map<Path, Loaded> asked = new HashMap<>();
  private final Map<Path, Loaded> unasked = new HashMap<>();

  /**
   * What a file gave.
   *
   * @param keys empty where there is a problem
   */
  private record Loaded(List<KeyProvider> keys, Optional<String> problem) {}

  /**
   * What a host may be shown.
   *
   * @param names of the files that have keys, for an error's text
   * @param problems why others have none
   */
  record Usable(List<KeyProvider> keys, List<String> names, List<String> problems) {}

  PrivateKeys(Config config, Path home, Passphrases passphrases) {
    this.config = config;
    this.home = home;
    this.passphrases = passphrases;
  }

  /**
   * The keys of these files, or the user's default ones where none is named. A default key with a
   * passphrase is asked for only if there is no other way in.
   *
   * @param otherWay whether the host can be authenticated to without
   */
  synchronized Usable of(List<Path> files, boolean otherWay) {
    List<Path> existing =
        DEFAULT_NAMES.stream()
            .map(name -> home.resolve(".ssh").resolve(name))
            .filter(Files::exists)
            .toList();
    if (!files.isEmpty()) {
      return usable(files, true);
    }
    Usable open = usable(existing, false);
    return otherWay || !open.keys().isEmpty() ? open : usable(existing, true);
  }

  private Usable usable(List<Path> files, boolean ask) {
    List<KeyProvider> keys = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Path file : files) {
      Loaded loaded =
          ask
              ? asked.computeIfAbsent(file, path -> load(path, true))
              : unasked.computeIfAbsent(file, path -> load(path, false));
      keys.addAll(loaded.keys());
      loaded
          .problem()
          .ifPresentOrElse(
              problem -> problems.add(file + ": " + problem), () -> names.add(file + ""));
    }
    return new Usable(keys, names, problems);
  }

  private Loaded load(Path file, boolean ask) {
    Finder finder = new Finder(file, ask);
    try {
      KeyFormat format = KeyProviderUtil.detectKeyFileFormat(file.toFile());
      FileKeyProvider provider =
          Factory.Named.Util.create(config.getFileKeyProviderFactories(), format.toString());
      if (provider == null) {
        return failed("not a private key that fleetcheck can read");
      }
      provider.init(file.toFile(), finder);
      return new Loaded(pairs(provider), Optional.empty());
    } catch (IOException | SSHRuntimeException e) {
      return failed(finder.problem().orElseGet(() -> AgentHost.reason(e)));
    }
  }

  /** With a certificate beside the key, the certificate first, then the key alone. */
  private static List<KeyProvider> pairs(KeyProvider provider) throws IOException {
    List<KeyProvider> pairs = new ArrayList<>();
    pairs.add(new KeyPairWrapper(new KeyPair(provider.getPublic(), provider.getPrivate())));
    if (provider.getPublic() instanceof Certificate<?> certificate) {
      pairs.add(new KeyPairWrapper(new KeyPair(certificate.getKey(), provider.getPrivate())));
    }
    return pairs;
  }

  private static Loaded failed(String problem) {
    return new Loaded(List.of(), Optional.of(problem));
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
      Optional<Secret> passphrase = ask ? passphrases.of(file) : Optional.empty();
      problem =
          Optional.of(
              passphrase.isPresent()
                  ? "the passphrase is wrong"
                  : ask
                      ? "it has a passphrase, and there is nobody to ask: use a terminal"
                      : "it has a passphrase, and was not named by --private-key");
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
