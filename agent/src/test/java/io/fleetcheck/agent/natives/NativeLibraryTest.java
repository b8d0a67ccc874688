package io.fleetcheck.agent.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NativeLibraryTest {
  @Test
  void isMappedOnceHoweverOftenItIsLoaded() throws Exception {
    for (int i = 0; i < 3; i++) {
      LinuxKernel.load(new NativeLibrary(Optional.empty()));
    }
    try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
      long copies =
          lines.filter(line -> line.contains("libjffi") && line.contains(" r-xp ")).count();
      assertTrue(copies > 0, "it is not mapped at all");
      assertEquals(1, copies);
    }
  }
}
