package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.FilePattern;
import io.fleetcheck.agent.wire.Mount;
import io.fleetcheck.playbooks.Thresholds;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What slow zeroing does, or would do, to each mount of a disk.
 *
 * @param patterns of all mounts of the disk
 */
record MountRules(DiskFacts facts, List<PatternTimes> patterns) {

  /** Whether ext4 zeroes a small preallocated extent when part of it is written. */
  enum Ext4Path {
    YES,
    NO,
    /** Kernel, options, block size or page size could not be read. */
    UNKNOWN
  }

  /** Options that bring the zeroing back on every kernel, as /proc/fs/ext4/DEV/options has them. */
  private static final Set<String> BRING_IT_BACK =
      Set.of("nodioread_nolock", "dioread_lock", "nodelalloc", "data=journal");

  static MountRules of(DiskFacts facts, List<FilePattern> patterns, Thresholds thresholds) {
    return new MountRules(
        facts, patterns.stream().map(times -> PatternTimes.of(times, thresholds)).toList());
  }

  /**
   * @param sendsNothing the limit is 0: whatever a file system asks for, no WRITE SAME comes of it
   * @param acquitted zeroing is as fast as writing: a small write may wait for it, and longer than
   *     for the page cache alone, but not because of WRITE SAME
   */
  List<MountImpact> impacts(boolean sendsNothing, boolean acquitted) {
    return facts.mounts().stream()
        .map(
            mount ->
                new MountImpact(mount.path(), mount.type(), impact(mount, sendsNothing, acquitted)))
        .toList();
  }

  /** The pattern that is felt most; empty where none is. */
  Optional<PatternTimes> felt() {
    return patterns.stream()
        .filter(PatternTimes::isFelt)
        .max(Comparator.comparingLong(times -> times.ratio().excessNanos()));
  }

  /** Some mount would have shown slow zeroing in the file pattern, and was fast. */
  boolean isExercisedAndFast() {
    return facts.mounts().stream().anyMatch(this::isExercisedAndFast);
  }

  private boolean isExercisedAndFast(Mount mount) {
    List<PatternTimes> here = patternsOf(mount);
    return ext4Path(mount) == Ext4Path.YES
        && !here.isEmpty()
        && here.stream().allMatch(PatternTimes::isFast);
  }

  private Impact impact(Mount mount, boolean sendsNothing, boolean acquitted) {
    if (!acquitted && patternsOf(mount).stream().anyMatch(PatternTimes::isFelt)) {
      return Impact.FELT;
    }
    if (sendsNothing || mount.readOnly()) {
      return Impact.NONE;
    }
    if (!mount.type().equals("ext4")) {
      return Impact.BULK_ONLY;
    }
    if (isExercisedAndFast(mount)) {
      return Impact.NONE;
    }
    return ext4Path(mount) == Ext4Path.NO ? Impact.LAZYINIT_ONLY : Impact.EXT4_PATH;
  }

  /** Of every place where the same file system is mounted. */
  private List<PatternTimes> patternsOf(Mount mount) {
    Set<String> places = new HashSet<>();
    facts.topology().mounts().stream()
        .filter(other -> other.number().equals(mount.number()))
        .forEach(other -> places.add(other.path()));
    return patterns.stream().filter(times -> places.contains(times.pattern().mount())).toList();
  }

  /**
   * Read in fs/ext4/extents.c and inode.c, measured on 5.10, 6.1, 6.12 and 7.2. Up to 5.5 any
   * unwritten extent that is written in part is zeroed up to 32 KiB (up to 4.4 even one written
   * whole); from 5.6 not by default, except with blocks smaller than a page; from 6.8 not with
   * those either.
   */
  Ext4Path ext4Path(Mount mount) {
    if (!mount.type().equals("ext4")) {
      return Ext4Path.NO;
    }
    Optional<List<String>> options = mount.ext4Options().toOptional();
    boolean broughtBack =
        mount.options().stream().anyMatch(BRING_IT_BACK::contains)
            || options.orElse(List.of()).stream().anyMatch(BRING_IT_BACK::contains);
    if (broughtBack) {
      return Ext4Path.YES;
    }
    if (facts.kernel().isEmpty()) {
      return Ext4Path.UNKNOWN;
    }
    KernelVersion kernel = facts.kernel().get();
    if (kernel.isBefore(5, 6)) {
      return Ext4Path.YES;
    }
    Ext4Path byDefault = kernel.isBefore(6, 8) ? byBlockSize(mount) : Ext4Path.NO;
    return byDefault == Ext4Path.NO && options.isEmpty() ? Ext4Path.UNKNOWN : byDefault;
  }

  private Ext4Path byBlockSize(Mount mount) {
    Optional<Long> blockSize = mount.blockSize().toOptional();
    int pageSize = facts.topology().host().pageSize();
    if (blockSize.isEmpty() || pageSize == 0) {
      return Ext4Path.UNKNOWN;
    }
    return blockSize.get() < pageSize ? Ext4Path.YES : Ext4Path.NO;
  }
}
