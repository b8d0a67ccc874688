package io.fleetcheck.controller.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelVersionTest {
  @ParameterizedTest
  @CsvSource({
    "6.12.117+deb13-amd64, 6, 12",
    "3.10.0-1160.el7.x86_64, 3, 10",
    "7.2-rc1, 7, 2",
    "5.4, 5, 4",
  })
  void itsFirstTwoNumbers(String release, int major, int minor) {
    assertEquals(Optional.of(new KernelVersion(major, minor)), KernelVersion.parse(release));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "6", "linux", "v6.1", "99999999999.1"})
  void othersAreNone(String release) {
    assertEquals(Optional.empty(), KernelVersion.parse(release));
  }
}
