package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How many connections to a real sshd there are at once that have not authenticated yet. */
@Timeout(120)
class GatesTest {
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final CountDownLatch open = new CountDownLatch(1);

  @TempDir private Path directory;

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable open : opened) {
      open.close();
    }
  }

  @Test
  void toAnAddress() throws Exception {
    reachMoreThan(Gates.PER_ADDRESS);
  }

  /** All of them come from the jump host's address, whatever hosts they go to. */
  @Test
  void byAJumpHost() throws Exception {
    reachMoreThan(Gates.PER_JUMP, "ProxyJump gate");
  }

  private void reachMoreThan(int limit, String... way) throws Exception {
    RealSshd sshd = RealSshd.start(directory, List.of("ed25519"), "MaxStartups 100");
    opened.add(sshd);
    Relay before = holding(sshd);
    TestDial dial =
        new TestDial(
            TestDial.user(directory, host("gate", sshd.port()), host("web", before.port(), way)));
    opened.add(dial);
    List<Thread> dialing = new ArrayList<>();
    ExecutorService threads =
        Executors.newCachedThreadPool(
            work -> {
              dialing.add(new Thread(work));
              return dialing.get(dialing.size() - 1);
            });
    opened.add(threads::shutdownNow);
    List<Future<List<String>>> hosts = new ArrayList<>();
    for (int i = 0; i < limit + 4; i++) {
      hosts.add(threads.submit(() -> dial.reach(TestDial.host("web"))));
    }
    while (before.connections() + waiting(dialing) < hosts.size()) {
      Thread.onSpinWait();
    }
    assertEquals(limit, before.connections());
    open.countDown();
    for (Future<List<String>> host : hosts) {
      assertEquals(List.of(), host.get(60, TimeUnit.SECONDS));
    }
  }

  private static long waiting(List<Thread> threads) {
    return threads.stream()
        .filter(thread -> thread.getState() == Thread.State.WAITING)
        .filter(
            thread ->
                Arrays.stream(thread.getStackTrace())
                    .anyMatch(at -> at.getClassName().equals(Gates.class.getName())))
        .count();
  }

  /** In front of an sshd, where connections wait until all may go on to it. */
  private Relay holding(RealSshd sshd) throws IOException {
    Relay[] relay = new Relay[1];
    relay[0] =
        new Relay(
            (number, socket) -> {
              try {
                open.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              relay[0].pass(socket, sshd.port());
            });
    opened.add(relay[0]);
    return relay[0];
  }

  private String host(String name, int port, String... further) throws IOException {
    String key = RealSshd.publicKey(directory.resolve("host_ed25519"));
    Path known = Files.writeString(directory.resolve("known"), "127.0.0.1 " + key + "\n");
    return String.join(
        "\n  ",
        "Host " + name,
        "HostName 127.0.0.1",
        "Port " + port,
        "IdentityFile " + directory.resolve("id"),
        "UserKnownHostsFile " + known,
        String.join("\n  ", further));
  }
}
