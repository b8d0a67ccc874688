package io.fleetcheck.controller.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.controller.run.RunDiff.Kind;
import io.fleetcheck.controller.verdict.DiskLabel;
import io.fleetcheck.controller.verdict.Level;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunDiffTest {
  private static final String WWID = "naa.5000c50000000001";

  /** A dash stands for a disk that is not there though its host answered. */
  @ParameterizedTest
  @CsvSource({
    "-,       BROKEN,  NEW",
    "-,       AT_RISK, NEW",
    "-,       OK,      FINE",
    "-,       UNKNOWN, FINE",
    "OK,      BROKEN,  NEW",
    "UNKNOWN, AT_RISK, NEW",
    "AT_RISK, BROKEN,  WORSE",
    "BROKEN,  AT_RISK, BETTER",
    "BROKEN,  BROKEN,  UNCHANGED",
    "AT_RISK, AT_RISK, UNCHANGED",
    "BROKEN,  OK,      FIXED",
    "AT_RISK, OK,      FIXED",
    "BROKEN,  UNKNOWN, UNSURE",
    "AT_RISK, UNKNOWN, UNSURE",
    "OK,      UNKNOWN, UNSURE",
    "UNKNOWN, UNKNOWN, FINE",
    "UNKNOWN, OK,      FINE",
    "OK,      OK,      FINE",
    "BROKEN,  -,       GONE",
    "AT_RISK, -,       GONE",
    "OK,      -,       FINE",
    "UNKNOWN, -,       FINE",
  })
  void tellsWhatBecameOfADisk(String was, String is, Kind kind) {
    RunDiff diff = RunDiff.of(run("one", was), run("two", is));
    assertEquals(List.of(kind), diff.changes().stream().map(RunDiff.Change::kind).toList());
    Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    for (Kind any : Kind.values()) {
      counts.put(any, any == kind ? 1L : 0L);
    }
    assertEquals(counts, diff.counts());
  }

  @Test
  void aDiskWhoseHostDidNotAnswerIsNotGone() {
    RunDisks silent = new RunDisks("two", Set.of("other"), List.of());
    RunDiff diff = RunDiff.of(run("one", "BROKEN"), silent);
    assertEquals(Kind.UNSEEN, diff.changes().get(0).kind());
  }

  @Test
  void aLunThatMovedToAnotherHostIsTheSame() {
    RunDisks moved =
        new RunDisks(
            "two",
            Set.of("web1", "web2"),
            List.of(disk("two", "web2", DiskId.Kind.NAA, WWID, Level.OK)));
    assertEquals(
        List.of(Kind.FIXED),
        RunDiff.of(run("one", "BROKEN"), moved).changes().stream()
            .map(RunDiff.Change::kind)
            .toList());
  }

  @Test
  void ofALunThatSeveralHostsSeeTheWorstCounts() {
    RunDisks shared =
        new RunDisks(
            "two",
            Set.of("web1", "web2"),
            List.of(
                disk("two", "web1", DiskId.Kind.NAA, WWID, Level.BROKEN),
                disk("two", "web2", DiskId.Kind.NAA, WWID, Level.OK)));
    RunDiff diff = RunDiff.of(run("one", "BROKEN"), shared);
    assertEquals(
        List.of(Kind.UNCHANGED), diff.changes().stream().map(RunDiff.Change::kind).toList());
  }

  @Test
  void equalSerialsOfTwoHostsAreTwoDisks() {
    List<KeptDisk> before = new ArrayList<>();
    List<KeptDisk> after = new ArrayList<>();
    for (String host : List.of("web1", "web2")) {
      before.add(disk("one", host, DiskId.Kind.SERIAL, "ACME/LUN/1", Level.AT_RISK));
      after.add(
          disk(
              "two",
              host,
              DiskId.Kind.SERIAL,
              "ACME/LUN/1",
              host.equals("web1") ? Level.BROKEN : Level.OK));
    }
    Set<String> hosts = Set.of("web1", "web2");
    RunDiff diff =
        RunDiff.of(new RunDisks("one", hosts, before), new RunDisks("two", hosts, after));
    assertEquals(
        List.of(Kind.WORSE, Kind.FIXED),
        diff.changes().stream().map(RunDiff.Change::kind).toList());
  }

  @Test
  void namesOfOneRunAreNeverCompared() {
    RunDisks one =
        new RunDisks(
            "one",
            Set.of("web1"),
            List.of(disk("one", "web1", DiskId.Kind.VOLATILE, "sda", Level.OK)));
    RunDisks two =
        new RunDisks(
            "two",
            Set.of("web1"),
            List.of(disk("two", "web1", DiskId.Kind.VOLATILE, "sda", Level.BROKEN)));
    RunDiff diff = RunDiff.of(one, two);
    assertEquals(List.of(), diff.changes());
    assertEquals(2, diff.incomparable());
  }

  @Test
  void aWaivedDiskIsListedAndFailsNothing() {
    KeptDisk waived =
        new KeptDisk(
            "two",
            "web1",
            new DiskId(DiskId.Kind.NAA, WWID),
            "sda",
            new DiskLabel("ACME", "LUN", "1", "mpt3sas"),
            Level.BROKEN,
            "slow_write_same",
            OptionalDouble.of(2.5),
            OptionalLong.empty(),
            OptionalLong.empty(),
            true);
    RunDiff diff =
        RunDiff.of(run("one", "OK"), new RunDisks("two", Set.of("web1"), List.of(waived)));
    assertEquals(1, diff.counts().get(Kind.NEW));
    assertFalse(diff.has(Set.of(Kind.NEW)));
    assertTrue(RunDiff.of(run("one", "OK"), run("two", "BROKEN")).has(Set.of(Kind.NEW)));
  }

  private static RunDisks run(String id, String level) {
    return new RunDisks(
        id,
        Set.of("web1"),
        level.equals("-")
            ? List.of()
            : List.of(disk(id, "web1", DiskId.Kind.NAA, WWID, Level.valueOf(level))));
  }

  private static KeptDisk disk(String run, String host, DiskId.Kind kind, String id, Level level) {
    return new KeptDisk(
        run,
        host,
        new DiskId(kind, id),
        "sda",
        new DiskLabel("ACME", "LUN", "1", "mpt3sas"),
        level,
        "any",
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        false);
  }
}
