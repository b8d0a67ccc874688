package io.fleetcheck.controller.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetcheck.controller.fleet.MadeUpFleet;
import io.fleetcheck.controller.run.AuditResult;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The HTML report in a real browser: what it shows, and that it works by mouse, keyboard and link.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HtmlReportBrowserTest {
  private static final int HOSTS = 100;
  private static final String READY = "document.documentElement.dataset.ready === 'yes'";

  /** Of every text that can be seen, the least contrast to what is painted behind it. */
  private static final String CONTRAST =
      """
      (() => {
        const parse = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
        const channel = (value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
        const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
        const ground = (node) => {
          for (let at = node; at; at = at.parentElement) {
            const colour = parse(getComputedStyle(at).backgroundColor);
            if (colour.length === 3 || colour[3] === 1) return colour;
          }
          return [255, 255, 255];
        };
        let worst = [99, ""];
        for (const node of document.querySelectorAll("body *")) {
          const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== "");
          const style = getComputedStyle(node);
          if (own && node.checkVisibility() && !node.disabled && !node.closest("script,style,noscript")) {
            const ink = parse(node instanceof SVGElement ? style.fill : style.color);
            const [one, other] = [light(ink), light(ground(node))].sort((a, b) => b - a);
            const contrast = (one + 0.05) / (other + 0.05);
            if (contrast < worst[0]) worst = [contrast, node.outerHTML.slice(0, 120)];
          }
        }
        return worst;
      })()""";

  private Path directory;
  private Chromium browser;
  private Path page;
  private JsonNode json;

  @BeforeAll
  void start(@TempDir Path temporary) throws IOException {
    directory = temporary;
    browser = Chromium.start(directory.resolve("profile"));
    AuditResult run = MadeUpFleet.run(HOSTS);
    page = Files.writeString(directory.resolve("fleet.html"), HtmlReportTest.page(run, Past.NONE));
    StringWriter out = new StringWriter();
    new JsonReport().write(run, out);
    json = new ObjectMapper().readTree(out.toString());
  }

  @AfterAll
  void stop() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  /** Whatever was done to it. */
  @AfterEach
  void complainsOfNothingAndAsksForNothing() {
    assertEquals(List.of(), browser.complaints());
    assertEquals(
        List.of(),
        browser.requests().stream()
            .filter(url -> !url.startsWith("file:") && !url.equals("data:,"))
            .toList());
    assertTrue(browser.requests().size() <= 2, browser.requests().toString());
  }

  private void open(String fragment, int width, String scheme) throws IOException {
    browser.open(page, fragment, width, 900, scheme);
    browser.waitFor(READY);
  }

  @ParameterizedTest
  @CsvSource({"1400, light", "1400, dark", "390, light", "390, dark", "900, light", "320, light"})
  void fitsItsWindowAndCanBeRead(int width, String scheme) throws IOException {
    for (String fragment : List.of("", "#disk=node7:sdb")) {
      open(fragment, width, scheme);
      assertEquals(0, overflow(), fragment);
      browser.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)");
      browser.waitFor("document.querySelectorAll('details').length > 5");
      assertEquals(0, overflow(), fragment);
      JsonNode contrast = browser.evaluate(CONTRAST);
      assertTrue(contrast.get(0).asDouble() >= 4.5, contrast.toString());
      assertTrue(contrast.get(0).asDouble() < 22, contrast.toString());
    }
  }

  /** Pixels that the page is wider than its window. */
  private int overflow() throws IOException {
    return browser
        .evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        .asInt();
  }

  @Test
  void itsNumbersAreThoseOfTheJsonReport() throws IOException {
    open("#rows=0", 1400, "light");
    for (String level : List.of("broken", "at_risk", "unknown", "ok")) {
      int count = json.at("/counts/disks/" + level).asInt();
      assertTrue(count > 0, level + " is in the sample");
      assertEquals(count, number("[data-level=" + level + "]"), level);
      assertEquals(
          count,
          browser
              .evaluate("document.querySelectorAll('#table td .word." + level + "').length")
              .asInt());
    }
    assertEquals(json.at("/counts/hosts/answered").asInt(), number("#answered"));
    assertEquals(json.at("/counts/hosts/targeted").asInt(), number("#targeted"));
    assertEquals(
        json.get("causes").size(),
        browser.evaluate("document.querySelectorAll('.causes tbody tr').length").asInt());
    for (JsonNode host : json.get("hosts")) {
      for (JsonNode disk : host.get("disks")) {
        JsonNode ratio = disk.at("/verdict/ratio");
        String shown = ratio.isNull() ? "–" : ratio(ratio);
        assertEquals(
            shown,
            cell(host.get("name").asText() + ":" + disk.get("name").asText(), "Ratio (99 %)"));
      }
    }
  }

  private static String ratio(JsonNode ratio) {
    return "%s (%s–%s)"
        .formatted(
            Text.ratio(ratio.get("estimate").asDouble()),
            Text.ratio(ratio.get("low").asDouble()),
            Text.ratio(ratio.get("high").asDouble()));
  }

  private String cell(String disk, String column) throws IOException {
    return browser
        .evaluate(
            "document.querySelector('[data-disk=\"%s\"]').closest('tr').querySelector('[data-column=\"%s\"]').textContent"
                .formatted(disk, column))
        .asText();
  }

  private int number(String selector) throws IOException {
    return Integer.parseInt(text(selector).replace(",", ""));
  }

  private String text(String selector) throws IOException {
    return browser.evaluate("document.querySelector('" + selector + "').textContent").asText();
  }

  @ParameterizedTest
  @CsvSource({"1400", "390"})
  void filtersAndTellsHowMany(int width) throws IOException {
    open("", width, "light");
    int disks = json.at("/counts/disks/found").asInt();
    assertEquals("All " + disks + " disks, on 96 hosts.", text("#status"));
    browser.evaluate("document.querySelector('[name=level][value=at_risk]').click()");
    int risky = json.at("/counts/disks/at_risk").asInt();
    assertEquals("%d of %d disks, on %d hosts.".formatted(risky, disks, risky), text("#status"));
    assertEquals("#level=at_risk", browser.evaluate("location.hash").asText());
    browser.evaluate("document.querySelector('[name=q]').focus()");
    browser.type("node27");
    assertEquals("1 of " + disks + " disks, on 1 host.", text("#status"));
    assertEquals("#q=node27&level=at_risk", browser.evaluate("location.hash").asText());
    browser.type(" no such disk");
    assertEquals("0 of " + disks + " disks, on 0 hosts.", text("#status"));
    assertEquals("0–0 of 0", text("#range"));
  }

  @Test
  void sortsEitherWayAndPutsWhatIsNotMeasuredLast() throws IOException {
    open("#rows=0", 1400, "light");
    for (String sort : List.of("descending", "ascending")) {
      browser.evaluate("document.querySelector('[data-sort=ratio]').click()");
      assertEquals(
          sort,
          browser
              .evaluate(
                  "document.querySelector('[data-sort=ratio]').closest('th').getAttribute('aria-sort')")
              .asText());
      JsonNode cells =
          browser.evaluate(
              "[...document.querySelectorAll('#table [data-column=\"Ratio (99 %)\"]')].map((cell) => parseFloat(cell.textContent) || -1)");
      for (int i = 1; i < cells.size(); i++) {
        double one = cells.get(i - 1).asDouble();
        double next = cells.get(i).asDouble();
        boolean inOrder = sort.equals("ascending") ? one <= next : one >= next;
        assertTrue(next == -1 || (one != -1 && inOrder), one + " before " + next);
      }
      assertEquals(-1, cells.get(cells.size() - 1).asDouble());
    }
    assertTrue(browser.evaluate("location.hash").asText().contains("sort=ratio"));
  }

  @ParameterizedTest
  @CsvSource({"1400", "390"})
  void anAddressShowsAgainWhatWasShown(int width) throws IOException {
    open("#q=mpt3sas&sort=host&rows=200&page=2&disk=node64%3Asdb", width, "light");
    assertTrue(text("#range").startsWith("201–384 of 384"), text("#range"));
    assertEquals("mpt3sas", browser.evaluate("document.querySelector('[name=q]').value").asText());
    assertEquals("node64 sdb: SEAGATE ST973451SS 0007", text("#detail-title"));
    assertTrue(browser.evaluate("document.activeElement.id").asText().equals("detail-title"));
    // Without a page the disk is found on its own.
    open("#disk=node64%3Asdb", width, "light");
    assertEquals(
        "node64:sdb",
        browser.evaluate("document.querySelector('tr.open [data-disk]').dataset.disk").asText());
    // One that the filter holds back is shown all the same.
    open("#q=node1&disk=node64%3Asdb", width, "light");
    assertTrue(text("#aside").startsWith("This disk is not on the page of the list below."));
    open("#disk=gone%3Asda", width, "light");
    assertEquals("There is no disk gone:sda in this run.", text("#aside"));
    // Back.
    open("", width, "light");
    browser.evaluate("document.querySelector('.causes a').click()");
    browser.waitFor("document.querySelector('#status').textContent.startsWith('2 of')");
    browser.evaluate("history.back()");
    browser.waitFor("document.querySelector('#status').textContent.startsWith('All')");
  }

  @Test
  void worksByKeyboard() throws IOException {
    open("", 1400, "light");
    browser.press("Tab");
    assertEquals("To the list of disks", text(":focus"));
    assertTrue(
        browser.evaluate("document.activeElement.getBoundingClientRect().left >= 0").asBoolean());
    browser.press("Enter");
    browser.waitFor("location.hash === '#disks'");
    browser.press("Tab");
    assertEquals("q", browser.evaluate("document.activeElement.name").asText());
    browser.type("node7");
    for (int i = 0; i < 100 && !isFocused("[data-disk]"); i++) {
      browser.press("Tab");
      assertTrue(
          browser
              .evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none'")
              .asBoolean(),
          "the focus can be seen on " + browser.evaluate("document.activeElement.outerHTML"));
    }
    browser.press("Enter");
    assertEquals("detail-title", browser.evaluate("document.activeElement.id").asText());
    browser.press("Tab");
    assertTrue(isFocused(".close") || isFocused("a"));
    browser.evaluate("document.querySelector('.close').focus()");
    browser.press("Enter");
    assertTrue(isFocused("[data-disk]"));
    assertTrue(browser.evaluate("document.querySelector('#detail') === null").asBoolean());
  }

  private boolean isFocused(String selector) throws IOException {
    return browser.evaluate("document.activeElement.matches('" + selector + "')").asBoolean();
  }

  @Test
  void aDiskShowsEverySampleAsPictureAndAsTable() throws IOException {
    open("#disk=node7%3Asdb", 1400, "light");
    browser.evaluate("document.querySelector('#detail details').open = true");
    browser.waitFor("document.querySelectorAll('#detail details table').length === 4");
    JsonNode disk = json.at("/hosts/7/disks/1");
    assertEquals("sdb", disk.get("name").asText());
    int pairs = 0;
    for (JsonNode series : disk.at("/probe/series")) {
      pairs += series.get("pairs_ns").size();
    }
    assertEquals(24, pairs);
    assertEquals(
        pairs,
        browser
            .evaluate(
                "document.querySelectorAll('#detail details table')[1].tBodies[0].rows.length")
            .asInt());
    assertEquals(
        disk.at("/probe/series/0/pairs_ns/0/0").asText(),
        browser
            .evaluate(
                "document.querySelectorAll('#detail details table')[1].tBodies[0].rows[0].cells[2].textContent.replaceAll(',', '')")
            .asText());
    assertTrue(text("#detail").contains(disk.at("/verdict/sentence").asText()));
    for (JsonNode series : disk.at("/probe/series")) {
      String drawn =
          browser
              .evaluate(
                  "[...document.querySelectorAll('#detail svg.plot text')].map((text) => text.textContent).join('|')")
              .asText();
      assertTrue(
          drawn.contains(
              series.get("operation").asText().equals("zeroout") ? "BLKZEROOUT" : "write"),
          drawn);
    }
  }

  @Test
  void isBuiltForScreenReaders() throws IOException {
    open("#disk=node7%3Asdb", 1400, "light");
    assertEquals(
        "[]",
        browser
            .evaluate(
                """
                [
                  ...[...document.querySelectorAll("svg.plot:not(.key)")].filter((svg) =>
                    svg.getAttribute("role") !== "img" || !svg.querySelector("title")?.textContent || !svg.querySelector("desc")?.textContent),
                  ...[...document.querySelectorAll("table")].filter((table) => !table.caption?.textContent),
                  ...document.querySelectorAll("th:not([scope])"),
                  ...[...document.querySelectorAll("input,select")].filter((field) => field.labels.length === 0),
                  ...[...document.querySelectorAll("button,a")].filter((link) => !(link.textContent.trim() || link.ariaLabel)),
                  ...[...document.querySelectorAll("[id]")].filter((node) => document.querySelectorAll("#" + CSS.escape(node.id)).length > 1),
                  ...[...document.querySelectorAll("[aria-labelledby],[aria-controls]")].filter((node) =>
                    !document.getElementById(node.getAttribute("aria-labelledby") ?? node.getAttribute("aria-controls"))),
                ].map((node) => node.outerHTML.slice(0, 200))""")
            .toString());
    assertEquals(
        "[1,1,1,1,1]",
        browser
            .evaluate(
                "['main','h1','header','footer','[role=status]'].map((one) => document.querySelectorAll(one).length)")
            .toString());
    assertTrue(
        browser
            .evaluate(
                """
                [...document.querySelectorAll("h1,h2,h3,h4")].map((head) => Number(head.tagName[1]))
                  .every((level, i, all) => i === 0 ? level === 1 : level <= all[i - 1] + 1)""")
            .asBoolean());
  }

  @Test
  void waiversAreToldWhereverAVerdictIs() throws IOException {
    open("#waiver=yes", 1400, "light");
    int waived = json.at("/counts/disks/waived").asInt();
    assertTrue(waived > 1);
    JsonNode cells =
        browser.evaluate(
            "[...document.querySelectorAll('#table td.verdict')].map((cell) => cell.textContent)");
    assertEquals(waived, cells.size());
    for (JsonNode cell : cells) {
      assertTrue(
          cell.asText().matches("\\s*(broken|at risk) slow_write_same waived until 2026-04-01"),
          cell.asText());
    }
    assertTrue(text(".levels .broken").contains("1 of them waived"), text(".levels .broken"));
    assertTrue(text(".causes").contains("1 waived"), text(".causes"));
    assertTrue(text("#figures .legend").contains("ringed: waived"));
    open("#disk=node67%3Asdb", 1400, "light");
    assertTrue(text("#detail").contains("to be replaced in spring (owner storage team"));
  }

  @Test
  void whatAHostSaysIsInert() throws IOException {
    Path hostile =
        Files.writeString(
            directory.resolve("hostile.html"),
            HtmlReportTest.page(SampleRun.hostile(HtmlReportTest.HOSTILE), Past.NONE));
    browser.open(hostile, "", 1400, 900, "light");
    browser.waitFor(READY);
    browser.evaluate("document.querySelector('[data-disk]').click()");
    browser.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)");
    browser.waitFor("document.querySelectorAll('#detail table').length > 0");
    assertEquals(
        "[0,1]",
        browser
            .evaluate(
                "['img', 'script:not([type])'].map((one) => document.querySelectorAll(one).length)")
            .toString());
    assertTrue(text("#detail-title").contains(Text.printable(HtmlReportTest.HOSTILE)));
    browser.open(hostile, "", 390, 900, "dark");
    browser.waitFor(READY);
    browser.evaluate("document.querySelector('[data-disk]').click()");
    assertEquals(0, overflow());
  }

  @Test
  void theFirstScreenAndTheCausesNeedNoScript() throws IOException {
    browser.call("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    try {
      browser.open(page, "", 1400, 900, "light");
    } finally {
      browser.call("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    }
    assertTrue(
        browser.evaluate("document.documentElement.dataset.ready === undefined").asBoolean());
    assertEquals(json.at("/counts/disks/broken").asInt(), number("[data-level=broken]"));
    assertTrue(text("header").contains("unreachable at authentication"), text("header"));
    assertEquals(
        json.get("causes").size(),
        browser.evaluate("document.querySelectorAll('.causes tbody tr').length").asInt());
    assertTrue(
        browser.evaluate("document.querySelector('noscript').checkVisibility()").asBoolean());
  }

  @Test
  void canBePrinted() throws IOException {
    open("#disk=node7%3Asdb", 1400, "dark");
    browser.media("print");
    assertEquals(
        "[false,false,true,true]",
        browser
            .evaluate(
                "['form','nav','#detail','#table'].map((one) => document.querySelector(one).checkVisibility())")
            .toString());
    assertEquals(
        "rgb(255, 255, 255)",
        browser.evaluate("getComputedStyle(document.body).backgroundColor").asText());
    assertTrue(browser.call("Page.printToPDF", Map.of()).get("data").asText().length() > 10_000);
  }
}
