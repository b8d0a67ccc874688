package io.fleetcheck.controller.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonReportTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void isThisText() throws IOException {
    try (InputStream golden = JsonReportTest.class.getResourceAsStream("sample-run.json")) {
      assertTrue(golden != null, "sample-run.json is a resource of this test");
      assertEquals(
          new String(golden.readAllBytes(), StandardCharsets.UTF_8), text(new JsonReport()));
    }
  }

  @Test
  void fitsItsSchema() throws IOException {
    assertEquals(
        List.of(), Schemas.problems("fleetcheck.run-1", MAPPER.readTree(text(new JsonReport()))));
  }

  @Test
  void schemaIsNotIndifferent() throws IOException {
    JsonNode run = MAPPER.readTree(text(new JsonReport()));
    ((ObjectNode) run.at("/hosts/0/disks/0/verdict")).put("level", "fine");
    List<String> problems = Schemas.problems("fleetcheck.run-1", run);
    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.get(0).startsWith("/hosts/0/disks/0/verdict/level"), problems.get(0));
  }

  @Test
  void countsWriteSameCommandsWhereScriptsLookForThem() throws IOException {
    JsonNode writeSame =
        MAPPER.readTree(text(new JsonReport())).at("/hosts/0/disks/0/probe/evidence/write_same");
    // The third was dispatched, and its end was never seen: counted, not timed.
    assertEquals(3, writeSame.get("count").asInt());
    assertEquals(40_500_000, writeSame.get("median_ns").asLong());
  }

  @Test
  void linesFitTheirSchema() throws IOException {
    List<String> lines = text(new NdjsonReport()).lines().toList();
    assertEquals(4 + 4 + 1, lines.size());
    for (String line : lines) {
      assertEquals(List.of(), Schemas.problems("fleetcheck.event-1", MAPPER.readTree(line)), line);
    }
  }

  @Test
  void linesEndWithTheRun() throws IOException {
    List<String> events = text(new NdjsonReport()).lines().map(JsonReportTest::event).toList();
    assertEquals(
        List.of("host", "disk", "disk", "disk", "disk", "host", "host", "host", "run"), events);
  }

  private static String event(String line) {
    try {
      return MAPPER.readTree(line).get("event").asText();
    } catch (IOException e) {
      throw new AssertionError(line, e);
    }
  }

  private static String text(Report report) throws IOException {
    StringWriter out = new StringWriter();
    report.write(SampleRun.result(), out);
    return out.toString();
  }
}
