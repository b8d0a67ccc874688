package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.ssh.KnownHosts.Marker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import net.schmizz.sshj.common.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 5,000 hashed lines, as a fleet's administrator has them. */
class KnownHostsCostTest {
  private static final int HOSTS = 5000;

  private final Random random = new Random(1);
  private final List<HostKey> keys = new ArrayList<>();

  @TempDir private Path directory;

  @Test
  void aHostThatIsKnownCostsNothing() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < HOSTS; i++) {
      lines.add(line("web" + i));
    }
    Path file = Files.write(directory.resolve("known_hosts"), lines);
    long start = System.nanoTime();
    KnownHosts known = KnownHosts.read(List.of(file), List.of(), Optional.empty());
    long read = System.nanoTime() - start;
    start = System.nanoTime();
    for (int i = 0; i < HOSTS; i++) {
      assertTrue(known.names("web" + i, Marker.KEY, keys.get(i)));
    }
    long all = System.nanoTime() - start;
    start = System.nanoTime();
    assertTrue(known.of("nobody").isEmpty());
    long search = System.nanoTime() - start;
    System.out.printf(
        "known_hosts, %d hashed lines: read in %.1f ms; a known host %.4f ms; an unknown one %.1f"
            + " ms, once%n",
        HOSTS, read / 1e6, all / 1e6 / HOSTS, search / 1e6);
    // A search of all lines takes milliseconds on any machine, 5,000 of them seconds.
    assertTrue(all < HOSTS * search / 10, all + " ns for all, " + search + " ns for a search");
  }

  private String line(String host) throws GeneralSecurityException, IOException {
    byte[] salt = new byte[20];
    random.nextBytes(salt);
    Mac mac = Mac.getInstance("HmacSHA1");
    mac.init(new SecretKeySpec(salt, "HmacSHA1"));
    byte[] point = new byte[32];
    random.nextBytes(point);
    HostKey key =
        HostKey.ofEncoded(
            new Buffer.PlainBuffer().putString("ssh-ed25519").putBytes(point).getCompactData());
    keys.add(key);
    Base64.Encoder base64 = Base64.getEncoder();
    return "|1|"
        + base64.encodeToString(salt)
        + "|"
        + base64.encodeToString(mac.doFinal(host.getBytes(StandardCharsets.US_ASCII)))
        + " ssh-ed25519 "
        + key.base64();
  }
}
