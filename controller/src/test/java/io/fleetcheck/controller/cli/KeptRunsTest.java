package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetcheck.controller.report.SampleRun;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.inventory.ConnectionSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of audits, and what can be asked of it, over hosts that play back results. */
class KeptRunsTest {
  private static final AuditResult SAMPLE = SampleRun.result();

  private final List<HostResult> results =
      new ArrayList<>(
          Stream.of(SAMPLE, SampleRun.clean()).flatMap(run -> run.hosts().stream()).toList());

  @TempDir Path directory;

  @Test
  void aRunIsShownAsItWasReported() throws IOException {
    Run audit = start("audit", inventory("db1", "db2", "db3", "db4"));
    assertEquals(ExitCode.FINDINGS, audit.code(), audit.err());
    Run shown = start("show", "latest");
    assertEquals(audit.out(), shown.out());
    assertEquals(ExitCode.FINDINGS, shown.code());
    Path live = directory.resolve("live.json");
    start("audit", "--report=json=" + live, inventory("db1", "db3"));
    Run again = start("report", "latest", "--report=json");
    assertEquals(Files.readString(live), again.out());
    assertEquals(start("show", "latest", "--report=ndjson").out().lines().count(), 2 + 4 + 1);
  }

  @Test
  void historyListsRunsHostsAndDisks() throws IOException {
    start("audit", inventory("db1", "db3"));
    start("audit", inventory("db1"));
    List<String> runs = start("history").out().lines().toList();
    assertEquals(3, runs.size());
    assertTrue(runs.get(1).matches(".* 1/1 +1 +0 +1 +2"), runs.get(1));
    assertTrue(runs.get(2).matches(".* 1/2 +1 +0 +1 +2"), runs.get(2));
    assertEquals(2, start("history", "-n", "1").out().lines().count());
    List<String> host = start("history", "--host", "db3").out().lines().toList();
    assertEquals(2, host.size());
    assertTrue(host.get(1).contains("unreachable"), host.get(1));
    List<String> disk = start("history", "--disk", "naa.5000c50000000001").out().lines().toList();
    assertEquals(3, disk.size());
    assertTrue(disk.get(1).contains("BROKEN"), disk.get(1));
    Run none = start("history", "--host", "nobody");
    assertEquals(ExitCode.USAGE, none.code());
    assertTrue(none.err().contains("nothing of the host nobody is kept in"), none.err());
  }

  @Test
  void diffTellsWhatBecameOfFindings() throws IOException {
    start("audit", inventory("db1", "db9"));
    results.replaceAll(host -> host.name().equals("db1") ? fixed(host) : host);
    start("audit", inventory("db1", "db9"));
    Run fixed = start("diff", "latest~1", "latest", "--fail-on", "new,worse");
    assertTrue(fixed.out().contains("1 fixed"), fixed.out());
    assertEquals(ExitCode.CLEAN, fixed.code());
    Run back = start("diff", "latest", "latest~1", "--fail-on", "new,worse");
    assertTrue(back.out().contains("1 new"), back.out());
    assertEquals(ExitCode.FINDINGS, back.code());
    assertEquals(ExitCode.CLEAN, start("diff", "latest", "latest~1").code());
    Run wrong = start("diff", "latest", "latest", "--fail-on", "bad");
    assertEquals(ExitCode.USAGE, wrong.code());
    assertTrue(wrong.err().contains("--fail-on bad: no such change"), wrong.err());
  }

  @Test
  void aBaselinesFindingsAreKnown() throws IOException {
    String inventory = inventory("db1");
    start("audit", inventory);
    Run known = start("audit", "--baseline", "latest", inventory);
    // The unknown disk remains.
    assertEquals(ExitCode.INCOMPLETE, known.code());
    assertTrue(known.out().contains("1 unchanged"), known.out());
    Run programs = start("audit", "--baseline", "latest", "--report=json", inventory);
    assertTrue(programs.out().startsWith("{"), programs.out());
    assertTrue(programs.err().contains("1 unchanged"), programs.err());
    Run none = start("audit", "--baseline", "nothing", inventory);
    assertEquals(ExitCode.USAGE, none.code());
    assertTrue(none.err().contains("nothing: no run is called so"), none.err());
  }

  @Test
  void rerunAsksTheHostsThatDidNotEnd() throws IOException {
    String inventory = inventory("db1", "db2", "db3", "db4");
    start("audit", inventory);
    assertEquals(List.of("db3", "db4"), asked("--where", "unreachable", inventory));
    assertEquals(List.of("db1"), asked("--where=unknown", inventory, "--rerun", "latest~1"));
    assertEquals(List.of("db1", "db3", "db4"), asked(inventory, "--rerun", "latest~2"));
    Run none = start("audit", "--rerun", "latest~3", "--where=skipped", inventory);
    assertEquals(ExitCode.USAGE, none.code());
    assertTrue(none.err().contains("no host of the inventory is skipped there"), none.err());
    Run wrong = start("audit", "--where", "lost", inventory);
    assertTrue(wrong.err().contains("--where lost: must be"), wrong.err());
    assertTrue(wrong.err().contains("needs --rerun"), wrong.err());
  }

  /** The hosts that a rerun connected to. */
  private List<String> asked(String... arguments) {
    CannedHosts hosts = new CannedHosts(results);
    List<String> words = new ArrayList<>(List.of("audit", "-f", "1"));
    if (!List.of(arguments).contains("--rerun")) {
      words.addAll(List.of("--rerun", "latest"));
    }
    words.addAll(List.of(arguments));
    run(hosts).start(words.toArray(String[]::new));
    return hosts.connected.stream().map(ConnectionSettings::name).toList();
  }

  @Test
  void anAbortedRunsHostsAreSkippedOnesAndAreAskedAgain() throws Exception {
    String inventory = inventory("db1", "hangs");
    CannedHosts hosts = new CannedHosts(results);
    Run run = run(hosts);
    CompletableFuture<Run> ended =
        CompletableFuture.supplyAsync(() -> run.start("audit", "-f", "1", inventory));
    hosts.hanging.await();
    run.interrupt().get().run();
    assertEquals(ExitCode.ABORTED, ended.get().code());
    assertTrue(start("history").out().contains("aborted"));
    assertEquals(List.of("hangs"), askedOfHanging(inventory));
  }

  private List<String> askedOfHanging(String inventory) throws Exception {
    CannedHosts hosts = new CannedHosts(results);
    Run run = run(hosts);
    CompletableFuture<Run> ended =
        CompletableFuture.supplyAsync(
            () -> run.start("audit", "--rerun=latest", "--where=skipped", inventory));
    hosts.hanging.await();
    run.interrupt().get().run();
    ended.get();
    return hosts.connected.stream().map(ConnectionSettings::name).toList();
  }

  @Test
  void runsAreNamedByIdOrItsBeginningOrAge() throws IOException {
    start("audit", inventory("db9"));
    start("audit", inventory("db9"));
    String id = start("history").out().lines().toList().get(1).split(" ", 2)[0];
    assertEquals(ExitCode.CLEAN, start("show", id).code());
    Run both = start("show", "20");
    assertTrue(both.err().contains("20: may be ") && both.err().contains(" or "), both.err());
    Run old = start("show", "latest~7");
    assertTrue(old.err().contains("latest~7: 2 runs are kept"), old.err());
    assertEquals(ExitCode.USAGE, old.code());
  }

  @Test
  void aDiskIsToldOfToKernelDevelopers() throws IOException {
    start("audit", inventory("db1"));
    Run mail = start("bugreport", "latest", "db1:sda");
    assertEquals(ExitCode.CLEAN, mail.code(), mail.err());
    assertTrue(mail.out().contains("WRITE_SAME 8 "), mail.out());
    for (String secret : List.of("db1", "5000c50000000001", "3PE1")) {
      assertFalse(mail.out().contains(secret), secret);
    }
    Run open = start("bugreport", "latest", "naa.5000c50000000001", "--serials");
    for (String shown : List.of("db1", "5000c50000000001", "3PE1")) {
      assertTrue(open.out().contains(shown), shown);
    }
    Run none = start("bugreport", "latest", "db1:sdq");
    assertEquals(ExitCode.USAGE, none.code());
    assertTrue(none.err().contains("db1:sdq: run "), none.err());
  }

  @Test
  void ansibleReadsTheExportedGroups() throws Exception {
    start("audit", inventory("db1", "db2", "db3", "db9"));
    Path file = directory.resolve("verdicts.json");
    Files.writeString(file, start("export", "ansible-inventory", "latest").out());
    Path script = directory.resolve("verdicts");
    Files.writeString(
        script,
        "#!/bin/sh\ncat << 'END'\n%sEND\n"
            .formatted(start("export", "ansible-inventory", "latest", "--list").out()));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    for (Path source : List.of(file, script)) {
      for (String reader : List.of("ansible-inventory", "fleetcheck")) {
        JsonNode groups = new ObjectMapper().readTree(listed(reader, source));
        assertEquals("[\"db1\"]", groups.at("/fleetcheck_level_broken/hosts").toString());
        assertEquals("[\"db9\"]", groups.at("/fleetcheck_level_ok/hosts").toString());
        assertEquals("[\"db1\"]", groups.at("/fleetcheck_code_slow_write_same/hosts").toString());
        assertEquals("[\"db1\"]", groups.at("/fleetcheck_model_st973451ss/hosts").toString());
        assertEquals("[\"db3\"]", groups.at("/fleetcheck_outcome_unreachable/hosts").toString());
      }
    }
  }

  private String listed(String reader, Path source) throws Exception {
    if (reader.equals("fleetcheck")) {
      return start("inventory", "-i", source.toString(), "--list").out();
    }
    boolean installed = Files.isExecutable(Path.of("/usr/bin/ansible-inventory"));
    if (!installed) {
      System.err.println("SKIPPED: ansible-inventory is missing: install ansible-core");
    }
    assumeTrue(installed, "SKIPPED: ansible-inventory is missing: install ansible-core");
    Process process =
        new ProcessBuilder("ansible-inventory", "-i", source.toString(), "--list")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor());
    return out;
  }

  @Test
  void theStoreIsLookedAfter() throws IOException {
    start("audit", inventory("db1"));
    assertEquals("1 runs, all whole\n", start("db", "check").out());
    Path copy = directory.resolve("copy.db");
    assertEquals(copy + "\n", start("db", "backup", copy.toString()).out());
    Run again = start("db", "backup", copy.toString());
    assertEquals("fleetcheck: " + copy + " is there already\n", again.err());
    assertEquals(ExitCode.USAGE, again.code());
    assertEquals("0 forgotten, 1 kept\n", start("db", "prune", "--keep", "90d").out());
    assertEquals("1 forgotten, 0 kept\n", start("db", "prune", "--keep", "0d").out());
    assertTrue(start("db", "prune", "--keep", "soon").err().contains("such as 90d"));
    assertEquals(ExitCode.USAGE, start("db").code());
    assertEquals("1 runs, all whole\n", start("db", "check", "--store", copy.toString()).out());
  }

  @Test
  void aStoreThatCannotBeUsedEndsAnAuditBeforeItBegins() throws IOException {
    Path notes = Files.writeString(directory.resolve("notes.txt"), "notes ".repeat(99));
    CannedHosts hosts = new CannedHosts(results);
    Run run = run(hosts).start("audit", "--store", notes.toString(), inventory("db9"));
    assertEquals(ExitCode.USAGE, run.code());
    assertTrue(run.err().contains(notes + " is no SQLite database"), run.err());
    assertEquals(List.of(), hosts.connected);
    assertEquals("notes ".repeat(99), Files.readString(notes));
  }

  @Test
  void withoutAStoreNothingIsKept() throws IOException {
    Run run = start("audit", "--store", "none", inventory("db9"));
    assertEquals(ExitCode.CLEAN, run.code());
    assertFalse(Files.exists(directory.resolve("runs.db")));
    Run shown = start("show", "latest", "--store=none");
    assertTrue(shown.err().contains("--store none: nothing is kept there"), shown.err());
  }

  private static HostResult fixed(HostResult host) {
    return new HostResult(
        host.name(),
        host.outcome(),
        host.events(),
        host.verdicts().stream().map(KeptRunsTest::fixed).toList(),
        host.timings(),
        host.started(),
        host.finished());
  }

  private static Verdict fixed(Verdict verdict) {
    return verdict.level() != Level.BROKEN
        ? verdict
        : new Verdict(
            verdict.disk(),
            Level.OK,
            "disabled_or_rejected",
            List.of(),
            "off",
            verdict.zerooutNanos(),
            verdict.writeNanos(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty());
  }

  private Run start(String... arguments) {
    return run(new CannedHosts(results)).start(arguments);
  }

  private Run run(CannedHosts hosts) {
    return new Run()
        .with(hosts, (topology, probes) -> verdicts(topology.disks().size()))
        .environment(StoreArguments.VARIABLE, directory.resolve("runs.db").toString());
  }

  /** The hosts differ by how many disks they have. */
  private List<Verdict> verdicts(int disks) {
    return results.stream()
        .map(HostResult::verdicts)
        .filter(verdicts -> verdicts.size() == disks)
        .findFirst()
        .orElseThrow();
  }

  private String inventory(String... names) throws IOException {
    Path file = Files.createTempFile(directory, "hosts", ".ini");
    return Files.writeString(file, String.join("\n", names) + "\n").toString();
  }
}
