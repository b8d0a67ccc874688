package io.fleetcheck.controller.verdict;

import static io.fleetcheck.controller.verdict.Probe.MS;
import static io.fleetcheck.controller.verdict.Probe.US;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.wire.Reading;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What slow zeroing does to a mount: every row of the table of ext4's ways, and every impact. */
class MountRulesTest {
  private static final Reading<List<String>> DEFAULTS =
      Reading.known(List.of("rw", "delalloc", "dioread_nolock", "data=ordered"));

  private static Impact impact(Scene scene) {
    return only(scene.judge());
  }

  private static Impact only(Verdict verdict) {
    assertEquals(1, verdict.mounts().size());
    return verdict.mounts().get(0).impact();
  }

  @ParameterizedTest
  @CsvSource({
    "3.18.0,            4096, 4096,  EXT4_PATH",
    "4.4.0-210-generic, 4096, 4096,  EXT4_PATH",
    "4.9.0,             4096, 4096,  EXT4_PATH",
    "5.5.19,            4096, 4096,  EXT4_PATH",
    "5.6.0,             4096, 4096,  LAZYINIT_ONLY",
    "5.10.0-28-amd64,   4096, 4096,  LAZYINIT_ONLY",
    "6.7.12,            4096, 4096,  LAZYINIT_ONLY",
    "5.6.0,             1024, 4096,  EXT4_PATH",
    "6.1.0-18-amd64,    1024, 4096,  EXT4_PATH",
    "6.1.0,             4096, 65536, EXT4_PATH",
    "6.7.12,            1024, 4096,  EXT4_PATH",
    "6.8.0,             1024, 4096,  LAZYINIT_ONLY",
    "6.12.0,            4096, 4096,  LAZYINIT_ONLY",
    "7.2-rc1,           4096, 4096,  LAZYINIT_ONLY",
  })
  void byDefault(String kernel, long blockSize, int pageSize, Impact expected) {
    assertEquals(
        expected,
        impact(
            new Scene()
                .kernel(kernel)
                .pageSize(pageSize)
                .mount("8:1", "/data", "ext4", blockSize, DEFAULTS)));
  }

  @ParameterizedTest
  @CsvSource({"nodioread_nolock", "nodelalloc", "data=journal", "dioread_lock"})
  void theseOptionsBringItBackOnEveryKernel(String option) {
    assertEquals(Impact.EXT4_PATH, impact(new Scene().kernel("7.2.0").ext4("/data", "rw", option)));
  }

  @Test
  void optionsAreWholeWords() {
    assertEquals(
        Impact.LAZYINIT_ONLY,
        impact(new Scene().kernel("7.2.0").ext4("/data", "dioread_nolock", "delalloc")));
  }

  @Test
  void whatCannotBeReadIsNotRuledOut() {
    Reading<List<String>> absent = Reading.absent("proc/fs/ext4/sda1/options");

    assertEquals(
        Impact.EXT4_PATH,
        impact(new Scene().kernel("7.2.0").mount("8:1", "/data", "ext4", 4096, absent)));
    assertEquals(Impact.EXT4_PATH, impact(new Scene().kernelUnreadable().ext4("/data")));
    assertEquals(Impact.EXT4_PATH, impact(new Scene().kernel("6.1.0").pageSize(0).ext4("/data")));
  }

  @ParameterizedTest
  @CsvSource({"xfs", "btrfs", "vfat", "ext3"})
  void otherFileSystemsZeroInBulkOnly(String type) {
    Scene scene =
        new Scene().mount("8:1", "/data", type, 4096, Reading.absent("proc/fs/ext4/sda1/options"));

    assertEquals(Impact.BULK_ONLY, impact(scene));
  }

  @Test
  void feltWhateverTheTableSays() {
    Scene scene = new Scene().mount("8:1", "/data", "xfs", 4096, Reading.absent("x"));

    assertEquals(Impact.FELT, only(scene.judge(Probe.slow().pattern("/data", 20, 9 * MS, MS))));
  }

  @Test
  void feltAtItsThresholds() {
    Scene scene = new Scene().ext4("/data");

    assertEquals(Impact.FELT, only(scene.judge(Probe.slow().pattern("/data", 20, 3 * MS, 2 * MS))));
    assertEquals(
        Impact.LAZYINIT_ONLY,
        only(scene.judge(Probe.slow().pattern("/data", 20, 2999 * US, 2 * MS))));
    assertEquals(
        Impact.LAZYINIT_ONLY, only(scene.judge(Probe.slow().pattern("/data", 20, 1999 * US, MS))));
    assertEquals(
        Impact.LAZYINIT_ONLY,
        only(scene.judge(Probe.slow().pattern("/data", 20, Collections.nCopies(7, 9 * MS), MS))));
  }

  @Test
  void feltAtOneSizeOfMany() {
    Probe probe = Probe.slow().pattern("/data", 20, MS, MS).pattern("/data", 32768, 9 * MS, MS);

    assertEquals(Impact.FELT, only(new Scene().ext4("/data").judge(probe)));
  }

  @Test
  void everyPlaceOfTheSameFileSystemFeelsIt() {
    Scene scene = new Scene().ext4("/data").ext4("/bind");

    Verdict verdict = scene.judge(Probe.slow().pattern("/data", 20, 9 * MS, MS));

    assertEquals(
        List.of(Impact.FELT, Impact.FELT),
        verdict.mounts().stream().map(MountImpact::impact).toList());
  }

  @Test
  void exercisedAndFastIsNone() {
    Scene scene = new Scene().kernel("5.4.0").ext4("/data");

    assertEquals(Impact.NONE, only(scene.judge(Probe.slow().pattern("/data", 4096, MS, MS))));
  }

  @Test
  void exercisedAndNoisyIsNotRuledOut() {
    Scene scene = new Scene().kernel("5.4.0").ext4("/data");
    List<Long> noisy = Stream.of(1, 1, 1, 9, 9, 9, 9, 9, 9, 9).map(ms -> ms * MS).toList();

    assertEquals(
        Impact.EXT4_PATH, only(scene.judge(Probe.slow().pattern("/data", 4096, noisy, MS))));
  }

  @Test
  void aFailedPatternExercisedNothing() {
    Scene scene = new Scene().kernel("5.4.0").ext4("/data");

    assertEquals(Impact.EXT4_PATH, only(scene.judge(Probe.slow().patternError("/data", "ENOSPC"))));
  }

  @Test
  void readOnlyIsNone() {
    assertEquals(Impact.NONE, impact(new Scene().readOnlyMount("/data")));
  }

  @Test
  void withLimitZeroNothingIsSent() {
    assertEquals(Impact.NONE, impact(new Scene().kernel("4.4.0").limit(0).ext4("/data")));
  }
}
