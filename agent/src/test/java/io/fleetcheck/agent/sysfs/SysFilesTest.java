package io.fleetcheck.agent.sysfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.Reading;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SysFilesTest {
  @TempDir Path temporary;

  /** The first page of our own memory is not mapped: the kernel answers EIO, to root as well. */
  @Test
  void aRealErrorOfTheKernelHasItsName() throws IOException {
    assertEquals(
        Reading.unreadable("/proc/self/mem", "EIO"),
        new SysFiles(Path.of("/")).raw("proc/self/mem"));
  }

  @Test
  void textsOfTheLibraryAreNamed() {
    assertEquals("ENXIO", Errno.of(new IOException("No such device or address")));
    assertEquals("EINVAL", Errno.of(new FileSystemException("x", null, "Invalid argument")));
    assertEquals("Kaputt", Errno.of(new IOException("Kaputt")));
    assertEquals("IOException", Errno.of(new IOException()));
  }

  @Test
  void emptyIsKnownAndMissingIsAbsent() throws IOException {
    Files.createFile(temporary.resolve("empty"));
    SysFiles files = new SysFiles(temporary);
    assertEquals(Reading.known(""), files.text("empty"));
    assertEquals(Reading.known(List.of()), files.lines("empty"));
    assertEquals(Reading.absent("/none"), files.text("none"));
    assertEquals(Reading.absent("/empty/none"), files.text("empty/none"));
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeInATreeDoesNotBlock() throws IOException, InterruptedException {
    Path pipe = temporary.resolve("pipe");
    Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    assertEquals(0, mkfifo.waitFor());
    assertEquals(Reading.absent("/pipe"), new SysFiles(temporary).text("pipe"));
  }

  @Test
  void aTableMayBeLongerThanAnAttribute() throws IOException {
    Files.writeString(temporary.resolve("mountinfo"), "0123456789\n".repeat(100_000));
    SysFiles files = new SysFiles(temporary);
    assertEquals(100_000, files.lines("mountinfo").toOptional().orElseThrow().size());
    assertTrue(files.text("mountinfo") instanceof Reading.Unreadable<String>);
  }
}
