package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.run.Examination.Examined;
import io.fleetcheck.controller.run.Examination.Step;
import io.fleetcheck.controller.run.Finding;
import io.fleetcheck.controller.run.Finding.Grade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DoctorCommandTest {
  @TempDir Path directory;

  @Test
  void showsEachStepWithItsTimeAndRemedy() {
    Examined examined =
        new Examined(
            "web1",
            List.of(
                new Step(
                    new Finding("connect", Grade.OK, "", ""), Optional.of(Duration.ofMillis(12))),
                new Step(
                    new Finding("user", Grade.WRONG, "user 7", "become root"), Optional.empty()),
                new Step(new Finding("clock", Grade.OK, "1090", ""), Optional.empty())));
    assertEquals(
        List.of(
            "web1: NOT fine",
            "  connect           0.012 s  ok",
            "  user                       NO    user 7",
            "                                   do: become root",
            "  clock                      note  90 s ahead; an audit does without it",
            "                                   do: set it: timedatectl set-ntp true",
            ""),
        new ExaminedTable(false, Instant.ofEpochSecond(1000)).lines(examined));
  }

  @Test
  void looksAtSeveralHostsInTheInventorysOrder() throws IOException {
    Path inventory =
        Files.writeString(
            directory.resolve("hosts"),
            """
            dead ansible_host=127.0.0.1 ansible_port=1
            odd ansible_become=perhaps
            here ansible_connection=local
            """);
    Run run = new Run().start("doctor", "-i", inventory.toString(), "all");
    assertEquals(ExitCode.INCOMPLETE, run.code(), run.err());
    List<String> lines = run.out().lines().toList();
    int dead = lines.indexOf("dead: NOT fine");
    int odd = lines.indexOf("odd: NOT fine");
    int here =
        lines.stream().filter(line -> line.startsWith("here: ")).mapToInt(lines::indexOf).sum();
    assertTrue(dead == 0 && dead < odd && odd < here, run.out());
    assertTrue(run.out().contains("is sshd running there?"), run.out());
    assertTrue(run.out().contains("'perhaps', expected yes or no"), run.out());
    assertTrue(run.out().contains("of 3 hosts cannot be audited as they are."), run.out());
  }

  @Test
  void thisMachineIsFineForRoot() {
    boolean root = System.getProperty("user.name").equals("root");
    Run run = new Run().start("doctor", "localhost");
    assertEquals(root ? ExitCode.CLEAN : ExitCode.INCOMPLETE, run.code(), run.out());
    assertTrue(run.out().contains("agent 0."), run.out());
  }

  @Test
  void aPatternWithoutHostsIsAnError() throws IOException {
    Path inventory = Files.writeString(directory.resolve("hosts"), "web1\n");
    assertEquals(
        ExitCode.USAGE, new Run().start("doctor", "-i", inventory.toString(), "db*").code());
  }
}
