package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.fleet.SimulatedFleet;
import io.fleetcheck.controller.fleet.Storyline;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.store.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A controller that is killed with -9 loses no host that had answered, and the rest is caught up.
 */
@Timeout(180)
class KilledControllerTest {
  private static final int HOSTS = 200;

  /** So many are kept when the controller is killed, at the least. */
  private static final int KEPT = 60;

  @TempDir private Path directory;

  @Test
  void whatWasAnsweredIsKeptAndTheRestIsAskedAgain() throws Exception {
    Path store = directory.resolve("runs.db");
    try (SimulatedFleet fleet = SimulatedFleet.start(directory)) {
      String inventory = fleet.inventory(HOSTS).toString();
      Process controller = controller("audit", "--forks=8", "--store=" + store, inventory);
      killOnce(controller, store);
      AuditResult killed = only(store);
      List<HostResult> answered = killed.hosts().stream().filter(host -> !isSkipped(host)).toList();
      assertTrue(answered.size() >= KEPT && answered.size() < HOSTS, answered.size() + " kept");
      assertTrue(killed.aborted());
      answered.forEach(KilledControllerTest::isWhole);
      Run rerun =
          new Run()
              .start(
                  "audit",
                  "--rerun=latest",
                  "--where=skipped",
                  "--store=" + store,
                  "--report=ndjson=" + directory.resolve("rest.ndjson"),
                  inventory);
      assertEquals(ExitCode.FINDINGS, rerun.code(), rerun.err());
      Map<String, HostResult> all = new TreeMap<>();
      answered.forEach(host -> all.put(host.name(), host));
      try (RunStore kept = Stores.open(store.toString())) {
        AuditResult rest = kept.load(kept.runs().get(0).head().id()).orElseThrow();
        assertEquals(HOSTS - answered.size(), rest.hosts().size());
        rest.hosts().forEach(host -> all.put(host.name(), host));
        assertEquals(List.of(), kept.check());
      }
      assertEquals(HOSTS, all.size());
      all.values().forEach(KilledControllerTest::isWhole);
    }
  }

  private static void isWhole(HostResult host) {
    int number = Integer.parseInt(host.name().substring("node".length()));
    assertEquals(Storyline.of(number).outcome(), host.outcome().text(), host.name());
  }

  private static boolean isSkipped(HostResult host) {
    return host.outcome() instanceof HostOutcome.Skipped;
  }

  private static AuditResult only(Path store) throws Exception {
    try (RunStore kept = Stores.open(store.toString())) {
      assertEquals(1, kept.runs().size());
      return kept.load(kept.runs().get(0).head().id()).orElseThrow();
    }
  }

  /** Looks at the store, as another process may, until enough is there. */
  private static void killOnce(Process controller, Path store) throws Exception {
    try {
      long kept = 0;
      while (kept < KEPT) {
        assertTrue(controller.isAlive(), "the controller ended by itself");
        try (RunStore reader = Stores.open(store.toString())) {
          kept =
              reader.runs().stream()
                  .flatMap(run -> run.outcomes().values().stream())
                  .mapToLong(Long::longValue)
                  .sum();
        }
      }
    } finally {
      controller.destroyForcibly().waitFor();
    }
  }

  private Process controller(String... arguments) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    words.addAll(List.of(arguments));
    return new ProcessBuilder(words)
        .redirectOutput(directory.resolve("out").toFile())
        .redirectError(directory.resolve("err").toFile())
        .start();
  }
}
