package io.fleetcheck.controller.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1.00 us",
    "12345, 12.3 us",
    "999499, 999 us",
    "999500, 1.00 ms",
    "42123456, 42.1 ms",
    "16000000, 16.0 ms",
    "123456789, 123 ms",
    "999499999, 999 ms",
    "999500000, 1.00 s",
    "120000000000, 120 s",
    "1234000000000, 1230 s",
    "-2500000, -2.50 ms",
  })
  void durations(long nanos, String expected) {
    assertEquals(expected, Figures.duration(nanos));
  }

  @ParameterizedTest
  @CsvSource({"2.5, 2.50", "2.58391, 2.58", "0.7999, 0.800", "1, 1.00", "12.34, 12.3", "250, 250"})
  void ratios(double ratio, String expected) {
    assertEquals(expected, Figures.ratio(ratio));
  }

  @Test
  void anEndlessRatio() {
    assertEquals("unbounded", Figures.ratio(Double.POSITIVE_INFINITY));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "20, 20 B",
    "512, 512 B",
    "4096, 4 KiB",
    "1048576, 1 MiB",
    "33553920, 32 MiB",
    "2147479552, 2 GiB",
    "1572864, 1.5 MiB"
  })
  void sizes(long bytes, String expected) {
    assertEquals(expected, Figures.bytes(bytes));
  }
}
