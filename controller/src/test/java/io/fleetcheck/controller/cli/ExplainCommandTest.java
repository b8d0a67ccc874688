package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.verdict.Code;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {
  @Test
  void everyCodeHasItsPageAndStandsInTheList() {
    String list = explain("list");
    for (String code : Code.all()) {
      assertTrue(explain(code).startsWith(code + ": "), code);
      assertTrue(list.contains("  " + code), code);
    }
  }

  @Test
  void codesMayBeTypedInCapitals() {
    assertEquals(explain("slow_write_same"), explain("SLOW_WRITE_SAME"));
  }

  private static String explain(String code) {
    Run run = new Run().start("explain", code);
    assertEquals(ExitCode.CLEAN, run.code(), run.err());
    assertEquals("", run.err());
    return run.out();
  }
}
