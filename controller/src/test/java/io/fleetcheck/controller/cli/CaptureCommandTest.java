package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.capture.CapturedTree;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureCommandTest {
  private static final List<Event> CAPTURED =
      List.of(
          new Event.Captured("sys", Event.Captured.Entry.DIRECTORY, ""),
          new Event.Captured(
              "proc/sys/kernel/hostname", Event.Captured.Entry.FILE, "db1.example.net\n"));

  private final CannedHosts hosts =
      new CannedHosts(
          List.of(
              host("db1", new HostOutcome.Answered(), CAPTURED),
              host(
                  "db3", new HostOutcome.Unreachable(Stage.CONNECT, "nobody listens"), List.of())));

  @TempDir Path directory;
  private Path archive = Path.of("");

  @BeforeEach
  void nameTheArchive() {
    archive = directory.resolve("db1.tar.zst");
  }

  @Test
  void writesWhatTheHostSendsBlurred() throws IOException {
    Run run = capture("db1");
    assertEquals(ExitCode.CLEAN, run.code(), run.err());
    assertEquals("", run.out());
    assertTrue(run.err().contains("2 entries; serial numbers are exchanged"), run.err());
    try (CapturedTree tree = CapturedTree.open(archive)) {
      String name = Files.readString(tree.root().resolve("proc/sys/kernel/hostname"));
      assertFalse(name.contains("db1"), name);
    }
    Request request = hosts.requests.get(0);
    assertEquals(Request.Action.CAPTURE, request.action());
    assertEquals(ProbeMode.INSPECT, request.mode());
  }

  @Test
  void leavesNamesWhereThatIsWanted() throws IOException {
    assertEquals(ExitCode.CLEAN, capture("db1", "--serials").code());
    try (CapturedTree tree = CapturedTree.open(archive)) {
      assertEquals(
          "db1.example.net\n", Files.readString(tree.root().resolve("proc/sys/kernel/hostname")));
    }
  }

  @Test
  void hostThatDoesNotAnswerIsThreeAndLeavesNoFile() {
    Run run = capture("db3");
    assertEquals(ExitCode.INCOMPLETE, run.code());
    assertEquals("fleetcheck: db3: unreachable: nobody listens\n", run.err());
    assertFalse(Files.exists(archive));
  }

  @Test
  void saysBeforehandWhereItCannotWrite() {
    Run run = run().start("capture", "db1", "-o", "/none/db1.tar.zst");
    assertEquals(ExitCode.USAGE, run.code());
    assertTrue(run.err().contains("/none/db1.tar.zst: there is no writable directory"), run.err());
    assertEquals(List.of(), hosts.requests);
  }

  @Test
  void takesOneHostOnly() throws IOException {
    Path inventory = Files.writeString(directory.resolve("hosts"), "[web]\ndb1\ndb3\n");
    Run run = run().start("capture", "web", "-i", inventory + "", "-o", archive + "");
    assertEquals(ExitCode.USAGE, run.code());
    assertTrue(run.err().contains("web is 2 hosts of the inventory; name one"), run.err());
  }

  @Test
  void takesTheInventoryAsArgumentAndTheHostByLimit() throws IOException {
    String inventory = Files.writeString(directory.resolve("hosts"), "db1\ndb3\n").toString();
    String output = archive.toString();
    assertEquals(0, run().start("capture", inventory, "-l", "db1", "-o", output).code());
    assertEquals(0, run().start("capture", "-i", inventory, "-l", "db1", "-o", output).code());
    assertEquals(2, run().start("capture", inventory, "-l", "db*", "-o", output).code());
    assertEquals(2, run().start("capture", inventory, "db1", "-o", output).code());
    Run none = run().start("capture", "-o", output);
    assertEquals("fleetcheck capture: which host? Name one", none.err().lines().toList().get(0));
  }

  private Run capture(String host, String... more) {
    String[] words = {"capture", host, "-o", archive.toString()};
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return run().start(all);
  }

  private Run run() {
    return new Run().with(hosts, (topology, probes) -> List.of());
  }

  private static HostResult host(String name, HostOutcome outcome, List<Event> events) {
    return new HostResult(name, outcome, events, List.of(), Map.of(), Instant.EPOCH, Instant.EPOCH);
  }
}
