package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetcheck.controller.report.SampleRun;
import io.fleetcheck.controller.report.Schemas;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Judging;
import io.fleetcheck.controller.verdict.Judge;
import io.fleetcheck.playbooks.ConfigFile;
import io.fleetcheck.playbooks.Setting;
import io.fleetcheck.playbooks.Thresholds;
import io.fleetcheck.playbooks.WaiverFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** What configuration and waivers do to audits, over hosts that play back results. */
class PolicyTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final List<HostResult> RESULTS =
      Stream.of(SampleRun.result(), SampleRun.clean())
          .flatMap(run -> run.hosts().stream())
          .toList();

  private static final Judging PLAYBACK =
      (topology, probes) ->
          RESULTS.stream()
              .map(HostResult::verdicts)
              .filter(verdicts -> verdicts.size() == topology.disks().size())
              .findFirst()
              .orElseThrow();

  @TempDir Path directory;

  @Test
  void aWaivedFindingIsShownAndDoesNotCount() throws IOException {
    Path waivers = waivers("2999-01-01");
    Run run = start("audit", "--waivers", waivers.toString(), inventory("db1"));
    // The unknown disk still does.
    assertEquals(ExitCode.INCOMPLETE, run.code());
    assertTrue(run.out().contains("BROKEN slow_write_same (waived)"), run.out());
    assertTrue(
        run.out().contains("waived, db1 sda until 2999-01-01T00:00:00Z by bob: to be replaced"),
        run.out());
    Run json = start("audit", "--waivers", waivers.toString(), "--report=json", inventory("db1"));
    JsonNode report = MAPPER.readTree(json.out());
    assertEquals(List.of(), Schemas.problems("fleetcheck.run-1", report));
    assertEquals("broken", report.at("/hosts/0/disks/0/verdict/level").asText());
    assertEquals("ada", report.at("/hosts/0/disks/0/verdict/waiver/owner").asText());
    assertEquals(1, report.at("/counts/disks/waived").asInt());
  }

  @Test
  void anExpiredWaiverCountsAgainAndSaysSo() throws IOException {
    Path waivers = waivers("2020-01-01");
    Run run = start("audit", "--waivers", waivers.toString(), inventory("db1"));
    assertEquals(ExitCode.FINDINGS, run.code());
    assertEquals(
        "fleetcheck: warning: the waiver for naa.5000c50000000001 (owner ada) expired at"
            + " 2020-01-01T00:00:00Z: its findings count again\n",
        run.err());
  }

  @Test
  void aWrongWaiverFileEndsTheAuditBeforeItBegins() throws IOException {
    Path waivers = waivers("soon");
    CannedHosts hosts = new CannedHosts(RESULTS);
    Run run =
        new Run()
            .with(hosts, PLAYBACK)
            .start("audit", "--waivers", waivers.toString(), inventory("db1"));
    assertEquals(ExitCode.USAGE, run.code());
    assertTrue(run.err().contains(waivers + ":6: expires: soon, expected a time"), run.err());
    assertEquals(List.of(), hosts.connected);
  }

  @Test
  void theEnvironmentSetsWhatTheCommandLineDoesNot() throws IOException {
    CannedHosts hosts = new CannedHosts(RESULTS);
    new Run()
        .with(hosts, PLAYBACK)
        .environment("FLEETCHECK_BUDGET", "7")
        .environment("FLEETCHECK_BUSY_LIMIT", "9")
        .start("audit", "--busy-limit", "1", inventory("db9"));
    assertEquals(7000, hosts.requests.get(0).budget().millis());
    assertEquals(1, hosts.requests.get(0).busyLimit());
    Run wrong =
        new Run()
            .with(hosts, PLAYBACK)
            .environment("FLEETCHECK_BUDGET", "long")
            .start("audit", inventory("db9"));
    assertEquals(ExitCode.USAGE, wrong.code());
    assertTrue(wrong.err().contains("FLEETCHECK_BUDGET=long: expected a whole"), wrong.err());
  }

  @Test
  void configShowTellsOriginsAndCanBeReadAgain() throws IOException {
    Run run = new Run().environment("FLEETCHECK_FORKS", "7").start("config", "show", "--origin");
    assertEquals(ExitCode.CLEAN, run.code());
    assertTrue(run.out().matches("(?s)forks: 7 +# FLEETCHECK_FORKS\n.*"), run.out());
    assertTrue(run.out().contains("  slow_ratio: 1.5 "), run.out());
    Path file = Files.writeString(directory.resolve("again.yml"), run.out());
    List<String> problems = new ArrayList<>();
    Map<Setting, String> read = ConfigFile.read(file, problems);
    // An empty text sets nothing, and is refused.
    assertEquals(1, problems.size(), problems.toString());
    assertEquals("7", read.get(Setting.FORKS));
  }

  @Test
  void judgeSaysOfAKeptRunWhatTheJudgeSaysNow() throws IOException {
    Path store = directory.resolve("runs.db");
    Run audit =
        new Run()
            .with(new CannedHosts(RESULTS), new Judge(Thresholds.DEFAULT)::judge)
            .environment(StoreArguments.VARIABLE, store.toString())
            .start("audit", "--report=json", inventory("db1"));
    JsonNode was = MAPPER.readTree(audit.out());
    JsonNode same = judged(store);
    assertEquals(was.at("/hosts/0/disks/0/verdict"), same.at("/hosts/0/disks/0/verdict"));
    Run wrong =
        new Run()
            .environment(StoreArguments.VARIABLE, store.toString())
            .start("judge", "latest", "--thresholds", directory.resolve("none.yml").toString());
    assertTrue(wrong.err().contains("none.yml: there is no such file"), wrong.err());
  }

  private JsonNode judged(Path store) throws IOException {
    Run run =
        new Run()
            .environment(StoreArguments.VARIABLE, store.toString())
            .start("judge", "latest", "--report=json");
    return MAPPER.readTree(run.out());
  }

  @Test
  void theSchemasKnowTheSameKeysAsTheReaders() throws IOException {
    JsonNode config =
        MAPPER.readTree(Path.of("../docs/schema/fleetcheck.config-1.schema.json").toFile());
    TreeSet<String> keys = new TreeSet<>();
    config.at("/properties").fieldNames().forEachRemaining(keys::add);
    config
        .at("/properties/thresholds/properties")
        .fieldNames()
        .forEachRemaining(key -> keys.add("thresholds." + key));
    keys.remove("thresholds");
    TreeSet<String> settings = new TreeSet<>();
    for (Setting setting : Setting.values()) {
      settings.add(setting.key());
    }
    assertEquals(settings, keys);
  }

  /** The examples of docs/policy.md, by reader and schema. */
  @Test
  void theExamplesOfTheDocumentationAreRight() throws IOException {
    String[] blocks = Files.readString(Path.of("../docs/policy.md")).split("```(yaml\n)?", -1);
    List<String> problems = new ArrayList<>();
    Path config = Files.writeString(directory.resolve("config.yml"), blocks[1]);
    assertEquals(Setting.values().length, ConfigFile.read(config, problems).size());
    assertEquals(
        List.of(),
        Schemas.problems("fleetcheck.config-1", MAPPER.valueToTree(new Yaml().load(blocks[1]))));
    Path waivers = Files.writeString(directory.resolve("waivers.yml"), blocks[3]);
    assertEquals(2, WaiverFile.read(waivers, problems).size());
    // YAML makes a date of a date, which JSON does not know.
    String quoted = blocks[3].replaceAll("expires: (\\S+)", "expires: \"$1\"");
    assertEquals(
        List.of(),
        Schemas.problems("fleetcheck.waivers-1", MAPPER.valueToTree(new Yaml().load(quoted))));
    assertEquals(List.of(), problems);
  }

  private Run start(String... arguments) {
    return new Run().with(new CannedHosts(RESULTS), PLAYBACK).start(arguments);
  }

  private Path waivers(String expires) throws IOException {
    return Files.writeString(
        directory.resolve("waivers.yml"),
        """
        waivers:
          - disk: naa.5000c50000000001
            reason: to be replaced
            owner: ada
            approver: bob
            expires: %s
        """
            .formatted(expires));
  }

  private String inventory(String... names) throws IOException {
    return Files.write(directory.resolve("hosts"), List.of(names)).toString();
  }
}
