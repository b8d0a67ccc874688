package io.fleetcheck.controller.ssh;

import static io.fleetcheck.controller.ssh.AgentHost.reason;

import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.ssh.config.Route;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.common.SSHException;
import net.schmizz.sshj.userauth.UserAuthException;
import net.schmizz.sshj.userauth.method.AuthKeyboardInteractive;
import net.schmizz.sshj.userauth.method.AuthMethod;
import net.schmizz.sshj.userauth.method.AuthPassword;

/**
 * Says to one host who we are, in OpenSSH's order: keys, then the password by keyboard-interactive,
 * then as such. A host that wants several proofs gets them.
 */
final class Authentication {
  private final Passwords passwords;
  private final Route route;
  private final Optional<PasswordAnswer> password;
  private final KeyOffers keys;
  private final String target;
  private final Set<String> tried = new LinkedHashSet<>();
  private boolean passwordRefused;

  /** Reads the keys, for which somebody may have to type a passphrase. */
  Authentication(SshCommons commons, Route route, Optional<Secret> password, String target) {
    this.passwords = commons.passwords();
    this.route = route;
    this.password = password.map(PasswordAnswer::new);
    this.keys = new KeyOffers(commons.keys(), route.identities(), password.isPresent());
    this.target = target;
  }

  /**
   * @param timer of the stage, which does not run while other hosts try the password
   * @throws HostFailure where the host does not take any of it
   * @throws IOException where the connection breaks
   */
  void authenticate(SSHClient client, StageTimer timer) throws HostFailure, IOException {
    if (route.methods().publicKey()) {
      for (KeyOffers.Offer offer : keys.offers()) {
        if (attempt(client, offer.name(), offer.method())) {
          return;
        }
      }
    }
    if (password.isEmpty() || !passwordAccepted(client, timer, password.get())) {
      throw refused(client);
    }
  }

  private boolean passwordAccepted(SSHClient client, StageTimer timer, PasswordAnswer answer)
      throws HostFailure, IOException {
    timer.suspend();
    try (Passwords.Try once = passwords.begin(Passwords.Kind.LOGIN)) {
      timer.enter(Stage.AUTHENTICATION);
      boolean keyTaken = client.getUserAuth().hadPartialSuccess();
      boolean accepted =
          (route.methods().keyboardInteractive()
                  && attempt(client, "the password", new AuthKeyboardInteractive(answer)))
              // A password that was refused is not tried again in another way.
              || (!answer.isSpent()
                  && route.methods().password()
                  && attempt(client, "the password", new AuthPassword(answer)));
      if (accepted) {
        once.right();
      } else if (answer.isSpent() && (keyTaken || !client.getUserAuth().hadPartialSuccess())) {
        once.wrong(target);
        passwordRefused = true;
      }
      return accepted;
    }
  }

  /** Not made where the host has said that it takes nothing of the kind. */
  private boolean attempt(SSHClient client, String name, AuthMethod method)
      throws HostFailure, IOException {
    Collection<String> allowed = client.getUserAuth().getAllowedMethods();
    if (!allowed.isEmpty() && !allowed.contains(method.getName())) {
      return false;
    }
    tried.add(name);
    try {
      return SshConnection.use(
          client,
          open -> {
            open.auth(route.user(), List.of(method));
            return true;
          });
    } catch (SSHException refused) {
      if (brokeOffForTooMany(refused)) {
        throw failure(
            "it broke off after "
                + tried.size()
                + " attempts (MaxAuthTries): name the right key by --private-key or"
                + " ansible_ssh_private_key_file, and set IdentitiesOnly yes");
      }
      if (refused instanceof UserAuthException && client.isConnected()) {
        return false;
      }
      throw new IOException("while authenticating: " + reason(refused), refused);
    }
  }

  private static boolean brokeOffForTooMany(Throwable refused) {
    Optional<Throwable> cause = Optional.of(refused);
    while (cause.isPresent()) {
      if (String.valueOf(cause.get().getMessage()).contains("Too many authentication failures")) {
        return true;
      }
      cause = Optional.ofNullable(cause.get().getCause());
    }
    return false;
  }

  private HostFailure refused(SSHClient client) {
    String accepted = String.join(", ", client.getUserAuth().getAllowedMethods());
    String unanswered = password.map(PasswordAnswer::unanswered).orElse("");
    if (!unanswered.isEmpty()) {
      return failure("it asks what a password does not answer: " + unanswered);
    }
    if (tried.isEmpty()) {
      return failure("there is nothing to authenticate with" + passwordHint(accepted));
    }
    if (passwordRefused) {
      return failure("it refused the password; it accepts: " + accepted);
    }
    return failure(
        client.getUserAuth().hadPartialSuccess()
            ? "it wants more than one proof; after the first: " + accepted
            : "it refused what was tried; it accepts: " + accepted + passwordHint(accepted));
  }

  private String passwordHint(String accepted) {
    boolean wanted = accepted.contains("password") || accepted.contains("keyboard-interactive");
    return password.isEmpty() && (wanted || accepted.isEmpty())
        ? " (a password is given by --ask-pass, -k, or ansible_password)"
        : "";
  }

  private HostFailure failure(String what) {
    List<String> unusable = new ArrayList<>(keys.problems());
    String detail =
        "authentication to "
            + target
            + " as "
            + route.user()
            + " failed: "
            + AgentStarter.oneLine(what)
            + "; tried: "
            + (tried.isEmpty() ? "nothing" : String.join(", ", tried))
            + (unusable.isEmpty() ? "" : "; not usable: " + String.join(", ", unusable))
            + "; right user and key? Is the account locked?";
    return new HostFailure(new Unreachable(Stage.AUTHENTICATION, detail));
  }
}
