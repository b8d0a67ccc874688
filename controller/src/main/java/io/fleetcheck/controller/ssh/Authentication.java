package io.fleetcheck.controller.ssh;

import static io.fleetcheck.controller.ssh.AgentHost.reason;

import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.userauth.UserAuthException;
import net.schmizz.sshj.userauth.keyprovider.KeyProvider;
import net.schmizz.sshj.userauth.method.AuthKeyboardInteractive;
import net.schmizz.sshj.userauth.method.AuthMethod;
import net.schmizz.sshj.userauth.method.AuthPassword;
import net.schmizz.sshj.userauth.method.AuthPublickey;
import net.schmizz.sshj.userauth.method.PasswordResponseProvider;
import net.schmizz.sshj.userauth.password.PasswordFinder;
import net.schmizz.sshj.userauth.password.Resource;

/**
 * Says to one host who we are: by the keys that are named, those of ssh-agent, then by password.
 */
final class Authentication {
  private final String user;
  private final Optional<Secret> password;
  private final PrivateKeys.Usable keys;
  private final Optional<KeyAgent> agent;
  private final List<HostKey> agentKeys;
  private final String target;
  private final String hint;

  /** Reads the keys, for which somebody may have to type a passphrase. */
  Authentication(SshCommons commons, ConnectionSettings settings, String target) {
    PrivateKeys all = commons.keys();
    this.user = settings.user().orElseGet(() -> System.getProperty("user.name"));
    this.password = settings.password();
    this.keys = all.of(settings.keyFiles(), password.isPresent());
    this.agent = all.agent();
    this.agentKeys = all.ofAgent();
    this.target = target;
    this.hint = commons.configurationHint();
  }

  /**
   * @throws HostFailure where the host does not take any of it
   * @throws IOException where the connection breaks
   */
  void authenticate(SSHClient client) throws HostFailure, IOException {
    List<AuthMethod> methods = methods();
    if (methods.isEmpty()) {
      throw failure("there is nothing to authenticate with");
    }
    try {
      client.auth(user, methods);
    } catch (UserAuthException refused) {
      if (!client.isConnected()) {
        throw new IOException("while authenticating: " + reason(refused), refused);
      }
      String accepted = String.join(", ", client.getUserAuth().getAllowedMethods());
      throw failure(
          client.getUserAuth().hadPartialSuccess()
              ? "it wants more than one proof; after the first: " + accepted
              : "it refused what was tried; it accepts: " + accepted);
    }
  }

  private List<AuthMethod> methods() {
    List<AuthMethod> methods = new ArrayList<>();
    for (KeyProvider key : keys.keys()) {
      methods.add(new AuthPublickey(key));
    }
    for (HostKey key : agentKeys) {
      methods.add(new AgentKeyMethod(agent.orElseThrow(), key));
    }
    if (password.isPresent()) {
      Once answer = new Once(password.get());
      methods.add(new AuthKeyboardInteractive(new PasswordResponseProvider(answer)));
      methods.add(new AuthPassword(new Once(password.get())));
    }
    return methods;
  }

  private HostFailure failure(String what) {
    List<String> tried = new ArrayList<>(keys.names());
    if (!agentKeys.isEmpty()) {
      tried.add("the keys of ssh-agent");
    }
    if (password.isPresent()) {
      tried.add("the password");
    }
    String detail =
        "authentication to "
            + target
            + " as "
            + user
            + " failed: "
            + what
            + "; tried: "
            + (tried.isEmpty() ? "nothing" : String.join(", ", tried))
            + (keys.problems().isEmpty()
                ? ""
                : "; not usable: " + String.join(", ", keys.problems()))
            + "; right user and key? Is the account locked?"
            + hint;
    return new HostFailure(new Unreachable(Stage.AUTHENTICATION, detail));
  }

  /** One attempt: more would only help to lock the account. */
  private record Once(Secret secret) implements PasswordFinder {
    @Override
    public char[] reqPassword(Resource<?> resource) {
      return secret.reveal().toCharArray();
    }

    @Override
    public boolean shouldRetry(Resource<?> resource) {
      return false;
    }
  }
}
