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
import java.util.function.Predicate;
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
  private final SshUser user;
  private final Map<Path, Loaded> asked = new HashMap<>();
  private final Map<Path, Loaded> unasked = new HashMap<>();
  private Optional<List<HostKey>> agentKeys = Optional.empty();

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

  PrivateKeys(Config config, SshUser user) {
    this.config = config;
    this.user = user;
  }

  /** The keys that ssh-agent holds; none where there is no agent. */
  synchronized List<HostKey> ofAgent() {
    if (agentKeys.isEmpty()) {
      agentKeys = Optional.of(askAgent());
    }
    return agentKeys.get();
  }

  private List<HostKey> askAgent() {
    try {
      return agent().isEmpty() ? List.of() : agent().get().keys();
    } catch (IOException none) {
      // As for OpenSSH: a variable that outlived its agent is nothing to complain of.
      return List.of();
    }
  }

  Optional<KeyAgent> agent() {
    return user.agentSocket().map(KeyAgent::new);
  }

  /**
   * The keys of these files, or the user's default ones where none is named. For the passphrase of
   * a default key nobody is asked unless there is no other way in; for that of a key which
   * ssh-agent holds, never.
   *
   * @param otherWay whether the host can be authenticated to without
   */
  synchronized Usable of(List<Path> files, boolean otherWay) {
    if (!files.isEmpty()) {
      return usable(files, file -> !isHeld(file));
    }
    List<Path> existing =
        DEFAULT_NAMES.stream()
            .map(name -> user.home().resolve(".ssh").resolve(name))
            .filter(Files::exists)
            .toList();
    Usable open = usable(existing, file -> false);
    return otherWay || !open.keys().isEmpty() || !ofAgent().isEmpty()
        ? open
        : usable(existing, file -> true);
  }

  /** Whether ssh-agent holds the key, as far as the public one beside the file tells. */
  boolean isHeld(Path file) {
    try {
      String[] fields = Files.readString(Path.of(file + ".pub")).split("\\s+", 3);
      return fields.length > 1
          && HostKey.ofBase64(fields[1]).filter(ofAgent()::contains).isPresent();
    } catch (IOException none) {
      return false;
    }
  }

  private Usable usable(List<Path> files, Predicate<Path> ask) {
    List<KeyProvider> keys = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Path file : files) {
      Loaded loaded =
          ask.test(file)
              ? asked.computeIfAbsent(file, path -> load(path, true))
              : unasked.computeIfAbsent(file, path -> load(path, false));
      keys.addAll(loaded.keys());
      loaded
          .problem()
          .ifPresentOrElse(
              problem -> problems.add(file + ": " + problem), () -> names.add(file.toString()));
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
      Optional<Secret> passphrase = ask ? user.passphrases().of(file) : Optional.empty();
      problem =
          Optional.of(
              passphrase.isPresent()
                  ? "the passphrase is wrong"
                  : ask
                      ? "it has a passphrase, and there is nobody to ask: use a terminal"
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
