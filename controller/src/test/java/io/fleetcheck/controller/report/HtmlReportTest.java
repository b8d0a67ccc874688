package io.fleetcheck.controller.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.store.Stores;
import io.fleetcheck.playbooks.Thresholds;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be told of the HTML report without a browser. */
class HtmlReportTest {
  /** Ends a script, begins another, and hides in a terminal or in a right-to-left line. */
  static final String HOSTILE =
      "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&amp;{{title}}%s\u202e\u001b[2J\u0000";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path directory;

  @Test
  void hostsTextIsNeverMarkup() throws IOException {
    String page = page(SampleRun.hostile(HOSTILE), Past.NONE);
    String tame = page(SampleRun.hostile("tame"), Past.NONE);
    assertEquals(tags(tame), tags(page));
    assertFalse(page.contains("<img"), "an element of a host's");
    for (char c : new char[] {'\u202e', '\u001b', '\u0000'}) {
      assertEquals(-1, page.indexOf(c), "a control character");
    }
    assertTrue(page.contains("\\u202e".replace("\\", "\\\\")), "made visible");
    JsonNode run = MAPPER.readTree(element(page, "run"));
    assertEquals(Text.printable(HOSTILE), run.at("/hosts/0").asText());
  }

  /** Every element's name, in order. */
  private static List<String> tags(String page) {
    return Pattern.compile("</?[a-z0-9]+")
        .matcher(page.replaceAll("(?s)<(style|script)>.*?</\\1>", ""))
        .results()
        .map(found -> found.group())
        .toList();
  }

  @Test
  void nothingIsLoadedAndOnlyOurScriptMayRun() throws Exception {
    String page = page(SampleRun.result(), Past.NONE);
    assertFalse(
        Pattern.compile("(src|srcset|action|poster|data)=|@import|url\\(|fetch\\(|XMLHttp")
            .matcher(page)
            .find());
    assertEquals(
        List.of("data:,"),
        Pattern.compile("<(?:link|a|use)[^>]* href=\"([^#\"][^\"]*)\"")
            .matcher(page)
            .results()
            .map(found -> found.group(1))
            .toList());
    Matcher policy =
        Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"").matcher(page);
    assertTrue(policy.find());
    assertEquals(
        "default-src 'none'; img-src data:; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'"
            .formatted(hash(page, "style"), hash(page, "script")),
        policy.group(1));
  }

  private static String hash(String page, String element) throws Exception {
    Matcher content = Pattern.compile("(?s)<" + element + ">(.*?)</" + element + ">").matcher(page);
    assertTrue(content.find());
    byte[] bytes = content.group(1).getBytes(StandardCharsets.UTF_8);
    return "sha256-"
        + Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  @Test
  void showsTheThresholdsThatMadeTheVerdicts() throws IOException {
    Thresholds strict = new Thresholds(1.2, 1.7, 0.8, 1000, 1_000_000, 0.8, 1.25, 8);
    AuditResult sample = SampleRun.result();
    AuditResult judged =
        new AuditResult(
            sample.id(),
            sample.started(),
            sample.finished(),
            sample.controller(),
            Map.of("thresholds", strict.toString()),
            sample.hosts(),
            false);
    JsonNode thresholds =
        MAPPER.readTree(element(page(judged, Past.NONE), "run")).get("thresholds");
    assertEquals("{\"slow\":1.2,\"ok\":1.7,\"excess\":1000}", thresholds.toString());
  }

  @Test
  void aDisksPastAndItsMeasurementBeforeTheLimitWasChangedAreThere() throws Exception {
    try (RunStore store = Stores.open(directory.resolve("runs.db").toString())) {
      keep(store, SampleRun.result());
      keep(store, SampleRun.remedied());
      AuditResult remedied = store.load(SampleRun.remedied().id()).orElseThrow();
      Past past = Past.of(store, remedied);
      String page = page(remedied, past);
      assertEquals(Optional.empty(), past.problem());
      JsonNode run = MAPPER.readTree(element(page, "run"));
      assertEquals("20260102T040405Z-3", run.at("/runs/0/id").asText());
      assertEquals("20260102T030405Z-1", run.at("/runs/1/id").asText());
      JsonNode disks = MAPPER.readTree(element(page, "host-0"));
      JsonNode slow = disks.get(0);
      assertEquals("0", slow.at("/limits/max_write_same_blocks").asText());
      assertEquals(1, slow.at("/before/run").asInt());
      assertEquals("65535", slow.at("/before/limit").asText());
      assertEquals("broken", slow.at("/before/level").asText());
      assertEquals(40_100_000, slow.at("/before/series/0/pairs/0").asLong());
      assertEquals(2, slow.get("history").size());
      assertEquals("ok", slow.at("/history/0/3").asText());
      assertEquals("broken", slow.at("/history/1/3").asText());
      // Nothing changed on this one, and that one's name is good for one run only.
      assertFalse(disks.get(1).has("before"));
      assertEquals(2, disks.get(1).get("history").size());
      assertEquals(0, disks.get(3).get("history").size());
    }
  }

  private static void keep(RunStore store, AuditResult run) throws Exception {
    RunHead head = new RunHead(run.id(), run.started(), run.controller(), run.options());
    store.begin(head, run.hosts().stream().map(host -> host.name()).toList());
    for (var host : run.hosts()) {
      store.add(run.id(), host);
    }
    store.finish(run.id(), run.finished(), false);
  }

  static String page(AuditResult run, Past past) throws IOException {
    StringWriter out = new StringWriter();
    new HtmlReport(past).write(run, out);
    return out.toString();
  }

  private static String element(String page, String id) {
    String start = "<script type=\"application/json\" id=\"" + id + "\">";
    int from = page.indexOf(start) + start.length();
    return page.substring(from, page.indexOf("</script>", from));
  }
}
