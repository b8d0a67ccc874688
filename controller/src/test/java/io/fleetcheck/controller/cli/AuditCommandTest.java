package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.ScratchDevice;
import io.fleetcheck.controller.report.SampleRun;
import io.fleetcheck.controller.report.Schemas;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Judging;
import io.fleetcheck.inventory.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole command over hosts that play back {@link SampleRun}. */
class AuditCommandTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final AuditResult SAMPLE = SampleRun.result();

  private final CannedHosts hosts =
      new CannedHosts(
          Stream.of(SAMPLE, SampleRun.clean()).flatMap(run -> run.hosts().stream()).toList());

  @TempDir Path directory;

  @Test
  void tableGoesToStandardOutputAndNothingElseDoes() throws IOException {
    Run run = run().start("audit", inventory("db1", "db2", "db3", "db4"));
    assertTrue(run.out().startsWith("HOST"), run.out());
    assertTrue(run.out().contains("4 targeted: 2 answered"), run.out());
    assertEquals("", run.err());
    assertEquals(ExitCode.FINDINGS, run.code());
  }

  @Test
  void reportInPlaceOfTheTableIsAllOfStandardOutput() throws IOException {
    Run run = run().start("audit", "--report", "json", inventory("db1", "db3"));
    JsonNode report = MAPPER.readTree(run.out());
    assertEquals(List.of(), Schemas.problems("fleetcheck.run-1", report));
    assertEquals("extent", report.at("/run/options/mode").asText());
    assertEquals("unreachable", report.at("/hosts/1/outcome").asText());
    assertEquals("authentication", report.at("/hosts/1/stage").asText());
  }

  @Test
  void linesAreWrittenHostByHost() throws IOException {
    Run run = run().start("audit", "--report=ndjson", inventory("db1", "db2"));
    List<String> lines = run.out().lines().toList();
    assertEquals(2 + 4 + 1, lines.size(), run.out());
    assertTrue(lines.get(6).contains("\"event\":\"run\""), run.out());
  }

  @Test
  void reportsIntoFilesLeaveTheTable() throws IOException {
    Path json = directory.resolve("run.json");
    Path table = directory.resolve("run.txt");
    Run run =
        run()
            .start(
                "audit", "--report=json=" + json, "--report", "table=" + table, inventory("db1"));
    assertEquals("fleetcheck.run/1", MAPPER.readTree(json.toFile()).get("schema").asText());
    assertEquals(run.out(), Files.readString(table));
    assertEquals(ExitCode.FINDINGS, run.code());
  }

  @Test
  void reportThatFailsAtTheEndIsFive() throws IOException {
    Path full = Path.of("/dev/full");
    org.junit.jupiter.api.Assumptions.assumeTrue(Files.isWritable(full), "SKIPPED: no /dev/full");
    Run run = run().start("audit", "--report=json=" + full, inventory("db9"));
    assertEquals(ExitCode.INTERNAL, run.code());
    assertEquals(
        "fleetcheck: the json report could not be written to /dev/full: No space left on device\n",
        run.err());
    assertTrue(run.out().startsWith("HOST"), run.out());
  }

  @Test
  void cleanIsZero() throws IOException {
    assertEquals(ExitCode.CLEAN, run().start("audit", inventory("db9")).code());
  }

  @Test
  void hostThatDoesNotAnswerIsThree() throws IOException {
    assertEquals(ExitCode.INCOMPLETE, run().start("audit", inventory("db9", "db3")).code());
  }

  @Test
  void findingsBeatIncompleteness() throws IOException {
    assertEquals(ExitCode.FINDINGS, run().start("audit", inventory("db1", "db3")).code());
  }

  @Test
  void interruptIsFourAndTellsWhatIsKnown() throws Exception {
    Run run = run();
    String inventory = inventory("db1", "hangs");
    CompletableFuture<Run> ended =
        CompletableFuture.supplyAsync(() -> run.start("audit", inventory));
    assertTrue(hosts.hanging.await(30, TimeUnit.SECONDS));
    run.interrupt().get(30, TimeUnit.SECONDS).run();
    ended.get(30, TimeUnit.SECONDS);
    assertEquals(ExitCode.ABORTED, run.code());
    assertTrue(run.out().contains("hangs: skipped"), run.out());
    assertTrue(run.out().contains("ABORTED"), run.out());
    assertTrue(run.err().startsWith("fleetcheck: stopping"), run.err());
  }

  @Test
  void bugIsFiveInOneLine() throws IOException {
    Judging broken =
        (topology, probes) -> {
          throw new IllegalStateException("what nobody thought of");
        };
    Run run = new Run().with(hosts, broken).start("audit", inventory("db9"));
    assertEquals(ExitCode.INTERNAL, run.code());
    assertTrue(run.out().contains("what nobody thought of"), run.out());
    assertFalse(run.out().contains("\tat "), run.out());
  }

  @Test
  void bugOfTheCommandItselfIsFiveInOneLineWithALogOnDemand() throws IOException {
    Run run = broken().start("audit", inventory("db9"));
    assertEquals(ExitCode.INTERNAL, run.code());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("no connector") && run.err().contains("-v"), run.err());

    Run verbose = broken().start("audit", "-v", inventory("db9"));
    Path log = Path.of(verbose.err().strip().replaceFirst(".* ", ""));
    assertTrue(Files.readString(log).contains("\tat "), verbose.err());
    Files.delete(log);
  }

  @Test
  void optionsReachTheAgents() throws IOException {
    run()
        .start(
            "audit",
            "--scratch=naa.5000c50000000009=SERIAL9",
            "--probe-thin",
            "--busy-limit=0",
            "--budget=3",
            "--budget-mib=64",
            "--deadline=60",
            inventory("db9"));
    Request request = hosts.requests.get(0);
    assertEquals(ProbeMode.SCRATCH, request.mode());
    assertEquals(List.of(new ScratchDevice("naa.5000c50000000009", "SERIAL9")), request.scratch());
    assertEquals(3000, request.budget().millis());
    assertEquals(64L << 20, request.budget().bytes());
    assertEquals(60, request.deadlineSeconds());
    assertEquals(0, request.busyLimit());
    assertTrue(request.probeThin());
    assertEquals("/", request.sysroot());
  }

  @Test
  void theInventoryNamesScratchDevicesOfEachHost() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("scratch"),
            """
            db9 fleetcheck_scratch=naa.5000c50000000009=SERIAL9
            db1
            db2 fleetcheck_scratch=/dev/sdb
            """);
    Run run = run().start("audit", "-f", "1", file.toString());
    assertEquals(
        List.of(ProbeMode.SCRATCH, ProbeMode.EXTENT),
        hosts.requests.stream().map(Request::mode).toList());
    assertEquals(
        List.of(List.of(new ScratchDevice("naa.5000c50000000009", "SERIAL9")), List.<Object>of()),
        hosts.requests.stream().map(Request::scratch).toList());
    assertTrue(run.out().contains("db2: unreachable at resolve: " + file + ":3: "), run.out());
    assertTrue(run.out().contains("variable fleetcheck_scratch of host db2"), run.out());
  }

  @Test
  void theModeIsACeilingForTheInventorysScratchDevicesToo() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("scratch"), "db9 fleetcheck_scratch=/dev/disk/by-id/x\n");
    run().start("audit", "--mode=file", file.toString());
    assertEquals(ProbeMode.FILE, hosts.requests.get(0).mode());
    assertEquals(List.of(), hosts.requests.get(0).scratch());
    run().start("audit", "--scratch=/dev/disk/by-id/y", file.toString());
    assertEquals(
        List.of(
            new ScratchDevice("/dev/disk/by-id/y", ""), new ScratchDevice("/dev/disk/by-id/x", "")),
        hosts.requests.get(1).scratch());
  }

  @Test
  void passwordIsAskedForOnceAndShownNowhere() throws IOException {
    List<String> asked = new ArrayList<>();
    Run run =
        run()
            .answering(
                text -> {
                  asked.add(text);
                  return new Secret("hunter2");
                })
            .start("audit", "-v", "-k", "-b", "-K", "--report=json", inventory("db1", "db9"));
    assertEquals(List.of("SSH password: ", "BECOME password: "), asked);
    assertEquals(Optional.of("hunter2"), hosts.connected.get(0).password().map(Secret::reveal));
    assertEquals(
        Optional.of("hunter2"),
        hosts.connected.get(0).become().orElseThrow().password().map(Secret::reveal));
    assertFalse((run.out() + run.err()).contains("hunter2"));
  }

  @Test
  void newHostKeysAreAcceptedOnDemandOnly() throws IOException {
    run().start("audit", "--accept-new-host-keys", inventory("db1"));
    run().start("audit", inventory("db1"));
    assertEquals(
        List.of(true, false),
        hosts.connected.stream().map(host -> host.ssh().acceptNewHostKeys()).toList());
  }

  @Test
  void withoutATerminalNobodyIsAsked() throws IOException {
    Run run = run().start("audit", "-K", inventory("db9"));
    assertEquals(ExitCode.USAGE, run.code());
    assertTrue(run.err().contains("ansible_become_password"), run.err());
    Run login = run().start("audit", "-k", inventory("db9"));
    assertEquals(ExitCode.USAGE, login.code());
    assertTrue(login.err().contains("set ansible_password"), login.err());
    assertEquals(List.of(), hosts.connected);
  }

  @Test
  void hostThatTheInventoryMakesUnreachableIsCounted() throws IOException {
    Path file = Files.writeString(directory.resolve("odd"), "db9\ndb1 ansible_port=ssh\n");
    Run run = run().start("audit", file.toString());
    assertEquals(ExitCode.INCOMPLETE, run.code());
    assertTrue(run.out().contains("db1: unreachable at resolve"), run.out());
  }

  @Test
  void limitPicksHosts() throws IOException {
    Path file = Files.writeString(directory.resolve("groups"), "db1\n[web]\ndb9\n");
    assertEquals(ExitCode.CLEAN, run().start("audit", "-l", "web", "-i", file.toString()).code());
    assertEquals(List.of("db9"), hosts.connected.stream().map(host -> host.name()).toList());
  }

  @Test
  void progressIsForTerminalsOnly() throws IOException {
    Run run = run().onTerminal().start("audit", inventory("db9"));
    assertTrue(run.err().contains("\r\u001b[K1 of 1 hosts done"), run.err());
    assertTrue(run.out().contains("\u001b[32m"), run.out());
  }

  @Test
  void colourCanBeSwitchedOff() throws IOException {
    String inventory = inventory("db9");
    for (Run run :
        List.of(
            run().onTerminal().environment("NO_COLOR", "1").start("audit", inventory),
            run().onTerminal().environment("TERM", "dumb").start("audit", inventory),
            run().onTerminal().start("audit", "--no-color", inventory))) {
      assertFalse(run.out().contains("\u001b"), run.out());
    }
  }

  @Test
  void verboseTellsEachStep() throws IOException {
    Run run = run().start("audit", "-v", inventory("db1"));
    assertTrue(run.err().contains("db1: connect\n"), run.err());
    assertTrue(run.err().contains("db1: agent 0.1.0, Java 17.0.15, uid 0\n"), run.err());
    assertTrue(run.out().contains("Zeroing 4 KiB takes"), run.out());
  }

  private Run run() {
    return new Run().with(hosts, (topology, probes) -> verdicts(topology.disks().size()));
  }

  private Run broken() {
    return new Run()
        .with(
            settings -> {
              throw new AssertionError("not reached");
            },
            (topology, probes) -> List.of())
        .withoutConnector("no connector");
  }

  /** The sample's hosts differ by how many disks they have. */
  private static List<io.fleetcheck.controller.verdict.Verdict> verdicts(int disks) {
    return Stream.of(SAMPLE, SampleRun.clean())
        .flatMap(run -> run.hosts().stream())
        .map(HostResult::verdicts)
        .filter(verdicts -> verdicts.size() == disks)
        .findFirst()
        .orElseThrow();
  }

  private String inventory(String... names) throws IOException {
    return Files.write(directory.resolve("hosts"), List.of(names)).toString();
  }
}
