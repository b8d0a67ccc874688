package io.fleetcheck.controller.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.playbooks.Waiver;
import io.fleetcheck.playbooks.Waiver.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WaiversTest {
  private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
  private static final DiskLabel LABEL = new DiskLabel("SEAGATE", "ST973451SS", "0006", "mpt3sas");

  @ParameterizedTest
  @EnumSource(Level.class)
  void annotatesFindingsOnly(Level level) {
    Verdict verdict = verdict(level);
    Waiver waiver = waiver(new Subject.Disk("naa.1"), NOW.plusSeconds(1));
    Verdict annotated = new Waivers(List.of(waiver), NOW).annotate(verdict, LABEL);
    assertEquals(level, annotated.level());
    boolean finding = level == Level.BROKEN || level == Level.AT_RISK;
    assertEquals(finding ? Optional.of(waiver) : Optional.empty(), annotated.waiver());
  }

  @Test
  void endsAtItsMoment() {
    Waiver waiver = waiver(new Subject.Disk("naa.1"), NOW);
    assertEquals(
        Optional.empty(),
        new Waivers(List.of(waiver), NOW).annotate(verdict(Level.BROKEN), LABEL).waiver());
  }

  @ParameterizedTest
  @CsvSource({
    "'', ST973451SS, '', '', '', true",
    "SEAGATE, ST973451SS, 0006, mpt3sas, slow_write_same, true",
    "'', ST973451SS, 0007, '', '', false",
    "'', ST973451, '', '', '', false",
    "'', '', '', lpfc, '', false",
    "'', '', '', '', rejected, false",
  })
  void aCauseIsEverythingThatItNames(
      String vendor, String model, String revision, String driver, String code, boolean about) {
    Subject cause = new Subject.Cause(vendor, model, revision, driver, code);
    Waivers waivers = new Waivers(List.of(waiver(cause, NOW.plusSeconds(1))), NOW);
    assertEquals(about, waivers.annotate(verdict(Level.AT_RISK), LABEL).waiver().isPresent());
  }

  @Test
  void tellsOfWhatHasExpiredOrWillSoon() {
    Subject disk = new Subject.Disk("naa.1");
    Instant fortnight = NOW.plusSeconds(14 * 86_400);
    Waivers waivers =
        new Waivers(
            List.of(
                waiver(disk, NOW),
                waiver(disk, fortnight.minusSeconds(1)),
                waiver(disk, fortnight),
                waiver(new Subject.Cause("", "M", "", "lpfc", "rejected"), NOW)),
            NOW);
    assertEquals(
        List.of(
            "the waiver for naa.1 (owner ada) expired at 2026-12-01T00:00:00Z: its findings count"
                + " again",
            "the waiver for naa.1 (owner ada) expires at 2026-12-14T23:59:59Z",
            "the waiver for M on lpfc with rejected (owner ada) expired at 2026-12-01T00:00:00Z:"
                + " its findings count again"),
        waivers.remarks());
  }

  private static Waiver waiver(Subject subject, Instant expires) {
    return new Waiver(subject, "reason", "ada", "bob", expires);
  }

  private static Verdict verdict(Level level) {
    return new Verdict(
        new DiskId(DiskId.Kind.NAA, "naa.1"),
        level,
        "slow_write_same",
        List.of(),
        "Slow.",
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty());
  }
}
