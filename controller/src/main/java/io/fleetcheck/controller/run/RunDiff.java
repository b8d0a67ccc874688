package io.fleetcheck.controller.run;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.controller.verdict.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What became of every disk from one run to another. A finding is a disk that is broken or at risk.
 *
 * @param changes of every disk that can be compared, findings first
 * @param incomparable disks of either run whose names are good for one run only
 */
public record RunDiff(String before, String after, List<Change> changes, int incomparable) {

  /** In the order in which people want to hear of it. */
  public enum Kind {
    /** A finding on a disk that was none before: not seen, fine, or unknown. */
    NEW,
    /** At risk before, broken now. */
    WORSE,
    /** A finding before, and unknown now; or fine before: nobody knows what it is now. */
    UNSURE,
    /** A finding before; its host was not reached now, or not asked. */
    UNSEEN,
    /** The same finding. */
    UNCHANGED,
    /** Broken before, at risk now. */
    BETTER,
    /** A finding before, fine now. */
    FIXED,
    /** A finding before; its host answered and has no such disk. */
    GONE,
    /** No finding in either run. */
    FINE;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Empty where no kind is called so. */
    public static Optional<Kind> of(String text) {
      return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
    }
  }

  /** One disk; {@code was} or {@code is} is empty where the run did not see it. */
  public record Change(Kind kind, Optional<KeptDisk> was, Optional<KeptDisk> is) {
    /** As it was seen last. */
    public KeptDisk disk() {
      return is.or(() -> was).orElseThrow();
    }
  }

  /** How far a disk's name reaches: a LUN that several hosts see is one. */
  private record Key(String host, DiskId id) {
    static Key of(KeptDisk disk) {
      return new Key(disk.id().isGlobal() ? "" : disk.host(), disk.id());
    }
  }

  public RunDiff {
    changes = List.copyOf(changes);
  }

  public static RunDiff of(RunDisks before, RunDisks after) {
    Map<Key, KeptDisk> was = byKey(before);
    Map<Key, KeptDisk> is = byKey(after);
    List<Change> changes = new ArrayList<>();
    is.forEach(
        (key, now) -> {
          Optional<KeptDisk> old = Optional.ofNullable(was.get(key));
          changes.add(new Change(kind(old, now), old, Optional.of(now)));
        });
    was.forEach(
        (key, old) -> {
          if (!is.containsKey(key)) {
            changes.add(new Change(missing(old, after), Optional.of(old), Optional.empty()));
          }
        });
    changes.sort(Comparator.comparing(Change::kind));
    return new RunDiff(
        before.run(), after.run(), changes, (int) (volatileOnes(before) + volatileOnes(after)));
  }

  /** Disks by kind; every kind is there, with 0 too. */
  public Map<Kind, Long> counts() {
    Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      counts.put(kind, changes.stream().filter(change -> change.kind() == kind).count());
    }
    return counts;
  }

  /** Whether some disk without a waiver changed in one of these ways. */
  public boolean has(Set<Kind> kinds) {
    return changes.stream()
        .anyMatch(change -> kinds.contains(change.kind()) && !change.disk().waived());
  }

  private static Kind kind(Optional<KeptDisk> was, KeptDisk is) {
    boolean finding = was.filter(KeptDisk::isFinding).isPresent();
    return switch (is.level()) {
      case OK -> finding ? Kind.FIXED : Kind.FINE;
      case UNKNOWN ->
          was.isPresent() && was.get().level() != Level.UNKNOWN ? Kind.UNSURE : Kind.FINE;
      case AT_RISK, BROKEN -> {
        if (!finding) {
          yield Kind.NEW;
        }
        int worse = is.level().compareTo(was.orElseThrow().level());
        yield worse > 0 ? Kind.WORSE : worse < 0 ? Kind.BETTER : Kind.UNCHANGED;
      }
    };
  }

  private static Kind missing(KeptDisk was, RunDisks after) {
    if (!was.isFinding()) {
      return Kind.FINE;
    }
    return after.answered().contains(was.host()) ? Kind.GONE : Kind.UNSEEN;
  }

  /** Of a LUN that several hosts see, the worst verdict. */
  private static Map<Key, KeptDisk> byKey(RunDisks run) {
    Map<Key, KeptDisk> disks = new LinkedHashMap<>();
    for (KeptDisk disk : run.disks()) {
      if (disk.id().kind() != DiskId.Kind.VOLATILE) {
        disks.merge(
            Key.of(disk),
            disk,
            (one, other) -> other.level().compareTo(one.level()) > 0 ? other : one);
      }
    }
    return disks;
  }

  private static long volatileOnes(RunDisks run) {
    return run.disks().stream().filter(disk -> disk.id().kind() == DiskId.Kind.VOLATILE).count();
  }
}
