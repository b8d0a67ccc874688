package io.fleetcheck.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarInputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The jar that is pushed to every host: small, and whole. */
class AgentJarTest {
  private static final int MOST_BYTES = 400_000;

  @Test
  void isSmallAndHasNativeCodeForFourArchitectures() throws IOException {
    byte[] jar;
    try (InputStream in = AgentJarTest.class.getResourceAsStream("fleetcheck-agent.jar")) {
      jar = Objects.requireNonNull(in).readAllBytes();
    }
    assertTrue(jar.length <= MOST_BYTES, jar.length + " bytes, at most " + MOST_BYTES);

    Set<String> files = new TreeSet<>();
    try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (!entry.isDirectory()) {
          files.add(entry.getName());
        }
      }
    }
    assertEquals(
        Set.of(
            "classes.tar",
            "io/fleetcheck/agent/Launcher.class",
            "jni/aarch64-Linux/libjffi-1.2.so",
            "jni/ppc64le-Linux/libjffi-1.2.so",
            "jni/s390x-Linux/libjffi-1.2.so",
            "jni/x86_64-Linux/libjffi-1.2.so"),
        files);
  }
}
