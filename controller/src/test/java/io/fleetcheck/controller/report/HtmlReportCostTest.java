package io.fleetcheck.controller.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.fleet.MadeUpFleet;
import io.fleetcheck.controller.run.AuditResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report of many disks costs: {@code -Dfleetcheck.disks=10000} for a large fleet. */
class HtmlReportCostTest {
  private static final int DISKS = Integer.getInteger("fleetcheck.disks", 400);

  @TempDir Path directory;

  @Test
  void manyDisksAreNoBurden() throws IOException {
    // Of a hundred such hosts 96 tell their four disks.
    AuditResult run = MadeUpFleet.run((DISKS * 100 + 383) / 384);
    Path page = directory.resolve("fleet.html");
    long start = System.nanoTime();
    try (Writer out = Files.newBufferedWriter(page)) {
      new HtmlReport(Past.NONE).write(run, out);
    }
    long made = System.nanoTime() - start;
    try (Chromium browser = Chromium.start(directory.resolve("profile"))) {
      browser.open(page, "", 1400, 1000, "light");
      browser.waitFor("performance.getEntriesByName('first-contentful-paint').length === 1");
      double paint =
          number(browser, "performance.getEntriesByName('first-contentful-paint')[0].startTime");
      double ready = number(browser, "performance.getEntriesByName('ready')[0].startTime");
      double filter =
          timed(
              browser,
              "const q = document.querySelector('[name=q]'); q.value = 'node1 0006'; q.dispatchEvent(new Event('input', {bubbles: true}))");
      double sort = timed(browser, "document.querySelector('[data-sort=host]').click()");
      double open = timed(browser, "document.querySelector('[data-disk]').click()");
      double all =
          timed(browser, "location.hash = '#rows=0'; dispatchEvent(new Event('hashchange'))");
      System.out.printf(
          "html report, %d disks: %.1f MB, made in %.1f s; first paint after %.0f ms, all there after"
              + " %.0f ms; filter %.0f ms, sort by host %.0f ms, open a disk %.0f ms, all rows %.0f ms%n",
          Counts.of(run).disks(),
          Files.size(page) / 1e6,
          made / 1e9,
          paint,
          ready,
          filter,
          sort,
          open,
          all);
      // Nobody waits for what takes as long as a blink, on a machine ten times as busy either.
      assertTrue(filter < 3000 && sort < 3000 && open < 3000, filter + ", " + sort + ", " + open);
      assertTrue(Files.size(page) < 1_000_000 + 5_000L * DISKS, Files.size(page) + " bytes");
    }
  }

  /** Milliseconds that statements and the layout after them take. */
  private static double timed(Chromium browser, String statements) throws IOException {
    return number(
        browser,
        "(() => { const start = performance.now(); "
            + statements
            + "; document.body.getBoundingClientRect(); return performance.now() - start; })()");
  }

  private static double number(Chromium browser, String expression) throws IOException {
    return browser.evaluate(expression).asDouble();
  }
}
