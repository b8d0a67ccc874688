package io.fleetcheck.controller.ssh;

import io.fleetcheck.inventory.Secret;
import java.util.List;
import net.schmizz.sshj.userauth.method.ChallengeResponseProvider;
import net.schmizz.sshj.userauth.password.PasswordFinder;
import net.schmizz.sshj.userauth.password.Resource;

/**
 * Gives one host the password once, whichever way it asks first: more would only help to lock the
 * account.
 */
final class PasswordAnswer implements ChallengeResponseProvider, PasswordFinder {
  private final Secret secret;
  private boolean spent;
  private String unanswered = "";

  PasswordAnswer(Secret secret) {
    this.secret = secret;
  }

  /** Whether it was given. */
  synchronized boolean isSpent() {
    return spent;
  }

  /** What else was asked, if anything. */
  synchronized String unanswered() {
    return unanswered;
  }

  @Override
  public synchronized char[] reqPassword(Resource<?> resource) {
    spent = true;
    return secret.reveal().toCharArray();
  }

  @Override
  public List<String> getSubmethods() {
    return List.of();
  }

  @Override
  @SuppressWarnings("rawtypes")
  public void init(Resource resource, String name, String instruction) {}

  /** The first question whose answer is not to be seen is the one for the password. */
  @Override
  public synchronized char[] getResponse(String prompt, boolean echo) {
    if (!echo && !spent) {
      spent = true;
      return secret.reveal().toCharArray();
    }
    unanswered = unanswered.isEmpty() ? prompt.strip() : unanswered;
    return new char[0];
  }

  @Override
  public boolean shouldRetry() {
    return false;
  }

  @Override
  public boolean shouldRetry(Resource<?> resource) {
    return false;
  }
}
