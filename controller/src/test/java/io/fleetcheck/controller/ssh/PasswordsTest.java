package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.run.HostOutcome.Skipped;
import io.fleetcheck.controller.ssh.Passwords.Kind;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PasswordsTest {
  private final Passwords passwords = new Passwords();
  private final ExecutorService hosts = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    hosts.shutdownNow();
  }

  @Test
  void threeWrongOnesInARowStopTheRun() throws HostFailure {
    for (String host : new String[] {"a", "b"}) {
      passwords.begin(Kind.LOGIN).wrong(host);
      assertTrue(passwords.stopped().isEmpty());
    }
    passwords.begin(Kind.LOGIN).wrong("c");
    String why = passwords.stopped().orElseThrow();
    assertTrue(why.contains("the login password was wrong 3 times in a row (on a, b, c)"), why);
    HostFailure failure = assertThrows(HostFailure.class, () -> passwords.begin(Kind.BECOME));
    assertEquals(why, assertInstanceOf(Skipped.class, failure.outcome()).reason());
  }

  @Test
  void aRightOneInBetweenStartsTheCountAnew() throws HostFailure {
    for (int i = 0; i < 3; i++) {
      passwords.begin(Kind.LOGIN).wrong("a");
      passwords.begin(Kind.LOGIN).wrong("b");
      passwords.begin(Kind.LOGIN).right();
    }
    passwords.begin(Kind.BECOME).wrong("a");
    passwords.begin(Kind.LOGIN).wrong("a");
    passwords.begin(Kind.LOGIN).wrong("a");
    assertTrue(passwords.stopped().isEmpty());
  }

  @Test
  void whatWasNotTriedDoesNotCount() throws HostFailure {
    for (int i = 0; i < 9; i++) {
      passwords.begin(Kind.LOGIN).close();
    }
    assertTrue(passwords.stopped().isEmpty());
  }

  /** Fifty hosts at once must not have made fifty wrong tries before the third is known. */
  @Test
  void noMoreTriesAreUnderWayThanMayFail() throws Exception {
    Passwords.Try first = passwords.begin(Kind.LOGIN);
    Passwords.Try second = passwords.begin(Kind.LOGIN);
    Passwords.Try third = passwords.begin(Kind.LOGIN);
    Future<?> fourth = hosts.submit(() -> passwords.begin(Kind.LOGIN));
    first.wrong("a");
    second.wrong("b");
    assertFalse(fourth.isDone());
    third.wrong("c");
    Throwable cause =
        assertThrows(
                java.util.concurrent.ExecutionException.class,
                () -> fourth.get(20, TimeUnit.SECONDS))
            .getCause();
    assertInstanceOf(HostFailure.class, cause);
  }

  @Test
  void aPasswordThatOneHostTookHoldsNobodyUp() throws Exception {
    passwords.begin(Kind.LOGIN).right();
    CountDownLatch under = new CountDownLatch(20);
    for (int i = 0; i < 20; i++) {
      Future<?> unused =
          hosts.submit(
              () -> {
                passwords.begin(Kind.LOGIN);
                under.countDown();
                return null;
              });
    }
    assertTrue(under.await(20, TimeUnit.SECONDS));
  }
}
