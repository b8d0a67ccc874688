package io.fleetcheck.controller.verdict;

import io.fleetcheck.playbooks.Waiver;
import io.fleetcheck.playbooks.Waiver.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Waivers at one moment. They annotate findings; what is unknown cannot be waived, since nobody
 * knows what there would be to answer for.
 */
public record Waivers(List<Waiver> all, Instant now) {
  public static final Waivers NONE = new Waivers(List.of(), Instant.EPOCH);

  private static final Duration SOON = Duration.ofDays(14);

  public Waivers {
    all = List.copyOf(all);
  }

  /** The verdict with the first waiver in force that is about it, if it is a finding. */
  public Verdict annotate(Verdict verdict, DiskLabel label) {
    if (verdict.level() != Level.BROKEN && verdict.level() != Level.AT_RISK) {
      return verdict;
    }
    Optional<Waiver> waiver =
        all.stream()
            .filter(one -> now.isBefore(one.expires()) && isAbout(one, verdict, label))
            .findFirst();
    return waiver.map(verdict::waivedBy).orElse(verdict);
  }

  /** What their owners should hear: a line for each that has expired, or will soon. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    for (Waiver waiver : all) {
      String which =
          "the waiver for %s (owner %s)".formatted(waiver.subject().text(), waiver.owner());
      if (!now.isBefore(waiver.expires())) {
        remarks.add(
            "%s expired at %s: its findings count again".formatted(which, waiver.expires()));
      } else if (now.plus(SOON).isAfter(waiver.expires())) {
        remarks.add("%s expires at %s".formatted(which, waiver.expires()));
      }
    }
    return remarks;
  }

  private static boolean isAbout(Waiver waiver, Verdict verdict, DiskLabel label) {
    if (waiver.subject() instanceof Subject.Disk disk) {
      return disk.id().equals(verdict.disk().text());
    }
    Subject.Cause cause = (Subject.Cause) waiver.subject();
    return agrees(cause.vendor(), label.vendor())
        && agrees(cause.model(), label.model())
        && agrees(cause.revision(), label.revision())
        && agrees(cause.driver(), label.driver())
        && agrees(cause.code(), verdict.code());
  }

  private static boolean agrees(String wanted, String found) {
    return wanted.isEmpty() || wanted.equals(found);
  }
}
