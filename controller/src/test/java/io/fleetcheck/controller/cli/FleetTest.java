package io.fleetcheck.controller.cli;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetcheck.controller.fleet.SimulatedFleet;
import io.fleetcheck.controller.fleet.Storyline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Some hundred hosts over SSH at once: nobody is lost, whatever becomes of the others. */
@Timeout(180)
class FleetTest {
  private static final int HOSTS = 300;

  @TempDir private Path directory;

  @Test
  void everyHostHasItsOutcomeInEveryReport() throws Exception {
    Path json = directory.resolve("run.json");
    Path lines = directory.resolve("run.ndjson");
    Run run;
    try (SimulatedFleet fleet = SimulatedFleet.start(directory)) {
      run =
          new Run()
              .start(
                  "audit",
                  "--forks=100",
                  "--store=" + directory.resolve("runs.db"),
                  "--report=json=" + json,
                  "--report=ndjson=" + lines,
                  fleet.inventory(HOSTS).toString());
    }
    assertEquals("", run.err());
    assertEquals(ExitCode.FINDINGS, run.code());
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    List<JsonNode> hosts = list(report.get("hosts"));
    assertEquals(
        IntStream.range(0, HOSTS).mapToObj(host -> "node" + host).toList(),
        hosts.stream().map(host -> host.get("name").asText()).toList());
    for (int host = 0; host < HOSTS; host++) {
      Storyline storyline = Storyline.of(host);
      assertEquals(storyline.outcome(), hosts.get(host).get("outcome").asText(), "node" + host);
      assertEquals(storyline.levels(), levels(hosts.get(host)), "node" + host);
    }
    String summary =
        "Hosts:    300 targeted: 285 answered, 3 agent failed, 3 no java, 9 unreachable\n";
    assertEquals(1, count(run.out(), summary), run.out());
    assertEquals(1, count(run.out(), "15 disks, SEAGATE ST973451SS 0006 on mpt3sas: "));
    assertEquals(report.get("counts"), last(lines).get("counts"));
    assertEquals(report.get("causes"), last(lines).get("causes"));
    assertEquals(HOSTS + 288 * 4 + 1, Files.readAllLines(lines).size());
  }

  private static Map<String, Long> levels(JsonNode host) {
    return list(host.get("disks")).stream()
        .map(disk -> disk.get("verdict").get("level").asText())
        .collect(groupingBy(level -> level, TreeMap::new, counting()));
  }

  private static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  private static JsonNode last(Path lines) throws Exception {
    List<String> all = Files.readAllLines(lines);
    return new ObjectMapper().readTree(all.get(all.size() - 1));
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }
}
