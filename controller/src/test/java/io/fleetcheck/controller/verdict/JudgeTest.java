package io.fleetcheck.controller.verdict;

import static io.fleetcheck.controller.verdict.Probe.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.BlockNode.Kind;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.KernelEvidence.Command;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.playbooks.Thresholds;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every row of the table of codes, and everything that a verdict has to say beside its code. */
class JudgeTest {
  private static final String BLOCKS = "max_write_same_blocks";
  private static final String ZEROES = "write_zeroes_max_bytes";
  private static final String SAME = "write_same_max_bytes";

  private static void assertVerdict(Level level, String code, Verdict verdict) {
    assertEquals(level + " " + code, verdict.level() + " " + verdict.code(), verdict.sentence());
  }

  @Nested
  class NotScsi {
    @ParameterizedTest
    @EnumSource(names = {"NVME", "VIRTIO", "OTHER"})
    void isListedAndOk(Kind kind) {
      Verdict verdict = new Scene().outsideScsi(kind).judge();

      assertVerdict(Level.OK, "not_scsi", verdict);
      assertTrue(verdict.sentence().endsWith("and not measured"), verdict.sentence());
    }

    @Test
    void whatHangsIsUnknownAllTheSame() {
      Verdict nvme = new Scene().outsideScsi(Kind.NVME).judge(refused(RefusalReason.STUCK));
      assertVerdict(Level.UNKNOWN, "stuck", nvme);
      assertEquals(List.of("not_scsi"), nvme.also());

      Verdict off = new Scene().limit(0).judge(refused(RefusalReason.STUCK));
      assertVerdict(Level.UNKNOWN, "stuck", off);
      assertEquals(List.of("disabled_or_rejected"), off.also());
    }

    @Test
    void measuredSlowIsAtRisk() {
      Verdict verdict = new Scene().outsideScsi(Kind.NVME).judge(Probe.slow().untraced());

      assertVerdict(Level.AT_RISK, "slow_write_same", verdict);
      assertEquals(List.of("not_scsi"), verdict.also());
      assertTrue(verdict.sentence().contains("no remedy"), verdict.sentence());
    }

    @Test
    void whatAMountFeelsAloneDoesNotConvict() {
      Scene scene = new Scene().outsideScsi(Kind.VIRTIO).ext4("/data");

      assertVerdict(
          Level.OK,
          "not_scsi",
          scene.judge(Probe.ofFiles().pattern("/data", 4096, 9 * MS, MS).untraced()));
    }

    @Test
    void measuredAndNotSlowIsOk() {
      Scene scene = new Scene().outsideScsi(Kind.NVME);

      assertVerdict(Level.OK, "not_scsi", scene.judge(Probe.healthy().untraced()));
      assertVerdict(
          Level.OK, "not_scsi", scene.judge(Probe.slow().writes(4096, 3 * MS, MS).untraced()));
    }

    @Test
    void aScsiDiskWithoutItsAttributesIsNotThat() {
      assertVerdict(Level.UNKNOWN, "unknown_kernel", new Scene().withoutScsiDisk().judge());
    }

    @Test
    void norIsADiskWhosePathIsMissing() {
      assertVerdict(Level.UNKNOWN, "unknown_kernel", new Scene().missingPath("nvme0n1").judge());
      assertVerdict(
          Level.UNKNOWN,
          "unknown_kernel",
          new Scene().outsideScsi(Kind.NVME).missingPath("nvme0c0n1").judge());
    }
  }

  @Nested
  class UnsupportedType {
    @ParameterizedTest
    @CsvSource({"1", "5", "7", "14"})
    void othersThanDisks(int type) {
      assertVerdict(Level.OK, "unsupported_type", new Scene().type(type).judge());
    }

    @ParameterizedTest
    @CsvSource({"0", "20"})
    void disksAreSupported(int type) {
      assertVerdict(Level.UNKNOWN, "armed_unmeasured", new Scene().type(type).judge());
    }

    @ParameterizedTest
    @CsvSource({"host-managed", "host-aware"})
    void zoned(String model) {
      assertVerdict(Level.OK, "unsupported_type", new Scene().queue("zoned", model).judge());
    }

    @Test
    void zonedByDeviceMapper() {
      Scene scene = new Scene().map("dm-0", "DMZ-x", "zoned", "8:0", 0, "sda");

      assertVerdict(Level.OK, "unsupported_type", scene.judge());
    }

    @Test
    void comesBeforeAnUnreadableLimit() {
      Scene scene = new Scene().type(5).disk(BLOCKS, Reading.absent(BLOCKS));

      assertVerdict(Level.OK, "unsupported_type", scene.judge());
    }
  }

  @Nested
  class UnknownKernel {
    @Test
    void theFileIsAbsent() {
      Verdict verdict = new Scene().disk(BLOCKS, Reading.absent(BLOCKS)).judge();

      assertVerdict(Level.UNKNOWN, "unknown_kernel", verdict);
      assertTrue(verdict.sentence().contains("does not exist"), verdict.sentence());
    }

    @ParameterizedTest
    @CsvSource({"EIO", "EACCES", "EINVAL"})
    void theFileIsUnreadable(String errno) {
      Verdict verdict = new Scene().disk(BLOCKS, Reading.unreadable(BLOCKS, errno)).judge();

      assertVerdict(Level.UNKNOWN, "unknown_kernel", verdict);
      assertTrue(verdict.sentence().contains(errno), verdict.sentence());
    }

    @Test
    void theFileHoldsNoNumber() {
      assertVerdict(Level.UNKNOWN, "unknown_kernel", new Scene().disk(BLOCKS, "many").judge());
    }

    @Test
    void theQueuesLimitIsUnreadableThoughTheFileSaysZero() {
      Scene scene = new Scene().limit(0).queue(ZEROES, Reading.unreadable(ZEROES, "EIO"));

      assertVerdict(Level.UNKNOWN, "unknown_kernel", scene.judge());
    }

    @Test
    void evenWhereTheProbeWasFine() {
      Scene scene = new Scene().disk(BLOCKS, Reading.unreadable(BLOCKS, "EIO"));

      assertVerdict(Level.UNKNOWN, "unknown_kernel", scene.judge(Probe.healthy()));
    }
  }

  @Nested
  class Broken {
    @Test
    void remediationIsPartial() {
      Verdict verdict =
          new Scene().disk(BLOCKS, "0").queue(ZEROES, Long.toString(Scene.ARMED_BYTES)).judge();

      assertVerdict(Level.BROKEN, "remediation_partial", verdict);
      assertTrue(verdict.sentence().contains("still takes 32 MiB"), verdict.sentence());
    }

    @Test
    void remediationBecamePartialDuringTheProbe() {
      Probe probe = Probe.healthy().after("class/scsi_disk/" + Scene.HCTL + "/" + BLOCKS, "0");

      assertVerdict(Level.BROKEN, "remediation_partial", new Scene().judge(probe));
    }

    @Test
    void aPathBelowItsMap() {
      Scene scene = new Scene().limit(64).multipath(Scene.ARMED_BYTES, "0 0 1 1");

      Verdict verdict = scene.judge();

      assertVerdict(Level.BROKEN, "inconsistent_limits", verdict);
      assertTrue(verdict.sentence().contains("sda takes 32 KiB"), verdict.sentence());
    }

    @Test
    void pathsAtTheirMapsLimitAreConsistent() {
      Scene scene = new Scene().multipath(Scene.ARMED_BYTES, "0 0 1 1");

      assertVerdict(Level.UNKNOWN, "armed_unmeasured", scene.judge());
    }

    @Test
    void aMapByBiosSplitsForItself() {
      Scene scene = new Scene().limit(64).multipath(Scene.ARMED_BYTES, "2 queue_mode bio 0 1 1");

      assertVerdict(Level.UNKNOWN, "armed_unmeasured", scene.judge());
    }

    @Test
    void aPathAtZeroIsStaleAndNotInconsistent() {
      Scene scene = new Scene().limit(0).multipath(Scene.ARMED_BYTES, "0 0 1 1");

      Verdict verdict = scene.judge();

      assertVerdict(Level.OK, "disabled_or_rejected", verdict);
      assertEquals(List.of("stack_stale"), verdict.also());
    }
  }

  @Nested
  class LimitZero {
    @Test
    void theDriverForbidsIt() {
      Verdict verdict = new Scene().limit(0).driver("ahci").judge();

      assertVerdict(Level.OK, "driver_disabled", verdict);
      assertTrue(verdict.sentence().contains("libata-scsi.c"), verdict.sentence());
    }

    @Test
    void weDidIt() {
      Scene scene = new Scene().limit(0);

      assertVerdict(Level.OK, "remediated", scene.judge(Map.of(), Set.of(scene.id())));
    }

    @Test
    void theDriversBanComesBeforeOurJournal() {
      Scene scene = new Scene().limit(0).driver("hpsa");

      assertVerdict(Level.OK, "driver_disabled", scene.judge(Map.of(), Set.of(scene.id())));
    }

    @Test
    void anAtaDiskBehindATranslationLayer() {
      Scene scene = new Scene().limit(0).vendor("ATA").vpdPage("89", Reading.known("0089"));

      assertVerdict(Level.OK, "ata_satl_disabled", scene.judge());
    }

    @Test
    void withoutThePageItCannotBeToldApart() {
      for (Reading<String> page :
          List.of(
              Reading.<String>absent("vpd_pg89"), Reading.<String>unreadable("vpd_pg89", "EIO"))) {
        assertVerdict(
            Level.OK,
            "disabled_or_rejected",
            new Scene().limit(0).vendor("ATA").vpdPage("89", page).judge());
      }
    }

    @Test
    void onePathOfTwoIsNotEnough() {
      assertVerdict(
          Level.UNKNOWN, "armed_unmeasured", new Scene().limit(0).secondPath(65535).judge());
      assertVerdict(Level.OK, "disabled_or_rejected", new Scene().limit(0).secondPath(0).judge());
    }

    @Test
    void oldKernelsHaveItInAnotherFile() {
      Scene old =
          new Scene()
              .kernel("3.18.0")
              .disk(BLOCKS, "65535")
              .queue(ZEROES, Reading.absent(ZEROES))
              .queue(SAME, "0");

      assertVerdict(Level.OK, "disabled_or_rejected", old.judge());
    }

    @Test
    void onNewOnesThatFileIsAConstant() {
      for (String kernel : List.of("4.10.0", "6.1.0-18-amd64")) {
        Verdict verdict =
            new Scene()
                .kernel(kernel)
                .queue(ZEROES, Reading.absent(ZEROES))
                .queue(SAME, "0")
                .judge();

        assertVerdict(Level.UNKNOWN, "armed_unmeasured", verdict);
        assertEquals(List.of("queue_limit_absent"), verdict.also());
      }
    }

    @Test
    void withoutAQueueTheFileAloneIsJudgedAndSaidSo() {
      Verdict off = new Scene().limit(0).withoutQueue().judge();
      Verdict armed = new Scene().withoutQueue().judge();

      assertVerdict(Level.OK, "disabled_or_rejected", off);
      assertEquals(List.of("queue_limit_absent"), off.also());
      assertVerdict(Level.UNKNOWN, "armed_unmeasured", armed);
    }

    @Test
    void thatCameBackDuringTheProbeIsNotOff() {
      Probe probe =
          Probe.healthy()
              .after("class/scsi_disk/" + Scene.HCTL + "/" + BLOCKS, "65535")
              .after("block/sda/queue/" + ZEROES, Long.toString(Scene.ARMED_BYTES));

      assertVerdict(Level.UNKNOWN, "no_offload_seen", new Scene().limit(0).judge(probe));
    }

    @Test
    void thatHadComeBackBeforeTheProbeIsNotOff() {
      ProbeResult armed = Probe.slow().limitFell().result(new Scene());

      assertVerdict(Level.AT_RISK, "rejected", new Scene().limit(0).judge(armed));
      assertVerdict(
          Level.AT_RISK,
          "slow_write_same",
          new Scene().limit(0).judge(Probe.slow().result(new Scene())));
    }

    @Test
    void aRefusalDoesNotMakeItUnknown() {
      assertVerdict(
          Level.OK,
          "disabled_or_rejected",
          new Scene().limit(0).judge(refused(RefusalReason.BUSY)));
    }

    @Test
    void stillSlowIsNoWorkOfWriteSame() {
      Verdict verdict = new Scene().limit(0).judge(Probe.slow());

      assertVerdict(Level.AT_RISK, "zeroout_slow_not_ws", verdict);
      assertEquals(2.5, verdict.ratio().orElseThrow().estimate(), 1e-9);
    }

    @Test
    void stillSlowButNoisyIsNot() {
      assertVerdict(
          Level.OK,
          "disabled_or_rejected",
          new Scene().limit(0).judge(Probe.slow().writes(4096, 3 * MS, MS)));
    }
  }

  @Nested
  class Unmeasured {
    @Test
    void notProbed() {
      Verdict verdict = new Scene().judge();

      assertVerdict(Level.UNKNOWN, "armed_unmeasured", verdict);
      assertEquals(
          "WRITE SAME is armed, up to 32 MiB a command, and was not probed", verdict.sentence());
    }

    @ParameterizedTest
    @EnumSource
    void everyRefusalIsUnknownByItsOwnCode(RefusalReason reason) {
      Verdict verdict = new Scene().judge(refused(reason));

      assertEquals(Level.UNKNOWN, verdict.level());
      if (reason == RefusalReason.NO_FILE_SYSTEM) {
        assertEquals("armed_unmeasured", verdict.code());
        assertEquals(List.of("no_file_system"), verdict.also());
      } else {
        assertEquals(reason.code(), verdict.code());
      }
      assertTrue(verdict.sentence().contains("(/data: as found)"), verdict.sentence());
      assertTrue(verdict.sentence().contains("armed, up to 32 MiB"), verdict.sentence());
    }

    @Test
    void theFirstRefusalCountsAndAllAreTold() {
      ProbeResult result =
          new ProbeResult.Refused(
              List.of(refusal(RefusalReason.DM_THIN), refusal(RefusalReason.LITTLE_SPACE)));

      Verdict verdict = new Scene().judge(result);

      assertVerdict(Level.UNKNOWN, "dm_thin", verdict);
      assertEquals(2, verdict.evidence().size(), verdict.evidence().toString());
    }

    @Test
    void measuredWithoutASampleIsItsFirstRefusal() {
      Probe probe = Probe.ofFiles().refusal(RefusalReason.FILE_SYSTEM_TYPE);

      assertVerdict(Level.UNKNOWN, "file_system_type", new Scene().judge(probe));
    }

    @Test
    void measuredWithoutAnythingIsNotMeasured() {
      assertVerdict(Level.UNKNOWN, "armed_unmeasured", new Scene().judge(Probe.ofFiles()));
    }

    @Test
    void aFailedCall() {
      Verdict verdict =
          new Scene().judge(new ProbeResult.Failed("ioctl(BLKZEROOUT)", "/dev/sda", "EIO"));

      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertEquals("Ioctl(BLKZEROOUT) on /dev/sda failed with EIO (error)", verdict.sentence());
    }
  }

  @Nested
  class FilesOnly {
    @Test
    void fastIsNotExercised() {
      Scene scene = new Scene().kernel("5.4.0").ext4("/data");

      Verdict verdict =
          scene.judge(
              Probe.ofFiles().pattern("/data", 4096, MS, MS).refusal(RefusalReason.OPEN_BUSY));

      assertVerdict(Level.UNKNOWN, "not_exercised", verdict);
      assertEquals(List.of("open_busy"), verdict.also().subList(0, 1));
    }

    @Test
    void slowIsNotEnoughToConvict() {
      Scene scene = new Scene().ext4("/data");

      Verdict verdict = scene.judge(Probe.ofFiles().untraced().pattern("/data", 4096, 9 * MS, MS));

      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertEquals(Impact.FELT, verdict.mounts().get(0).impact());
      assertEquals(
          "On /data a small write into 4 KiB preallocated takes 9.00 ms, without preallocation"
              + " 1.00 ms: 9.00 times as long (99 % interval 9.00 to 9.00, 10 pairs); whether"
              + " zeroing is slower here than writing and syncing was not measured (files_only)",
          verdict.sentence());
    }

    @Test
    void slowWithoutAWriteSameIsSomethingElse() {
      Scene scene = new Scene().ext4("/data");

      assertVerdict(
          Level.UNKNOWN,
          "no_offload_seen",
          scene.judge(Probe.ofFiles().pattern("/data", 4096, 9 * MS, MS)));
    }

    @Test
    void aFailedPatternIsInconclusive() {
      Verdict verdict = new Scene().judge(Probe.ofFiles().patternError("/data", "ENOSPC"));

      assertVerdict(Level.UNKNOWN, "inconclusive", verdict);
      assertTrue(verdict.sentence().contains("ENOSPC"), verdict.sentence());
    }

    @Test
    void theLimitFell() {
      assertVerdict(
          Level.AT_RISK,
          "rejected",
          new Scene().judge(Probe.ofFiles().pattern("/data", 4096, MS, MS).limitFell()));
    }
  }

  @Nested
  class Also {
    @Test
    void nothingToAdd() {
      assertEquals(List.of(), new Scene().judge(Probe.healthy()).also());
    }

    @Test
    void aStaleLayerThroughAPartition() {
      Scene scene = new Scene().limit(0).map("dm-0", "LVM-x", "linear", "8:1 0", 4096, "sda1");

      assertEquals(List.of("stack_stale"), scene.judge().also());
    }

    @Test
    void aStaleLayerOverAnotherLayer() {
      Scene scene =
          new Scene()
              .map("dm-0", "CRYPT-x", "crypt", "", 0, "sda1")
              .map("dm-1", "LVM-x", "linear", "253:0 0", 4096, "dm-0");

      assertEquals(List.of("stack_stale"), scene.judge().also());
    }

    @ParameterizedTest
    @CsvSource({
      "4.19.0, '0 0 1 1', true",
      "5.9.16, '0 0 1 1', true",
      "5.10.0-28-amd64, '0 0 1 1', false",
      "4.19.0, '2 queue_mode bio 0 1 1', false",
      "4.19.0, '2 queue_mode mq 0 1 1', true"
    })
    void multipathInDanger(String kernel, String arguments, boolean danger) {
      Verdict verdict =
          new Scene().kernel(kernel).limit(0).multipath(Scene.ARMED_BYTES, arguments).judge();

      assertVerdict(Level.OK, "disabled_or_rejected", verdict);
      assertEquals(
          danger ? List.of("stack_stale", "mpath_danger") : List.of("stack_stale"), verdict.also());
      assertEquals(danger, verdict.sentence().contains("fails every path"), verdict.sentence());
    }

    @Test
    void multipathOnAKernelThatDoesNotTellItsVersion() {
      Scene scene = new Scene().kernelUnreadable().limit(0).multipath(Scene.ARMED_BYTES, "0 0 1 1");

      assertEquals(List.of("stack_stale", "mpath_danger"), scene.judge().also());
    }

    @Test
    void thinLun() {
      Verdict verdict = new Scene().disk("thin_provisioning", "1").judge(Probe.healthy());

      assertVerdict(Level.OK, "ok", verdict);
      assertEquals(List.of("thin_lun"), verdict.also());
    }

    @Test
    void aCodeIsNotRepeated() {
      Verdict verdict =
          new Scene().disk("thin_provisioning", "1").judge(refused(RefusalReason.THIN_LUN));

      assertVerdict(Level.UNKNOWN, "thin_lun", verdict);
      assertEquals(List.of(), verdict.also());
    }

    @ParameterizedTest
    @CsvSource({"NAA, false", "EUI, false", "SERIAL, false", "VOLATILE, true"})
    void identityWeak(DiskId.Kind kind, boolean weak) {
      assertEquals(
          weak ? List.of("identity_weak") : List.of(), new Scene().id(kind).judge().also());
    }

    @Test
    void settingsChanged() {
      Scene scene = new Scene().queue("scheduler", "[none] mq-deadline");
      Probe probe = Probe.healthy().after("block/sda/queue/scheduler", "none [mq-deadline]");

      Verdict verdict = scene.judge(probe);

      assertVerdict(Level.OK, "ok", verdict);
      assertEquals(List.of("settings_changed_by_udev"), verdict.also());
      assertTrue(
          verdict
              .evidence()
              .contains(
                  "Block/sda/queue/scheduler changed from [none] mq-deadline to none"
                      + " [mq-deadline]"),
          verdict.evidence().toString());
    }

    @Test
    void settingsThatCameOrCannotBeReadAnyMoreChangedToo() {
      for (Reading<String> after :
          List.of(Reading.known("1"), Reading.<String>unreadable("x", "EIO"))) {
        assertEquals(
            List.of("settings_changed_by_udev"),
            new Scene().judge(Probe.healthy().after("block/sda/queue/wbt_lat_usec", after)).also());
      }
    }

    @Test
    void aLimitThatChangedToAnotherValueChanged() {
      Probe probe = Probe.healthy().after("block/sda/queue/" + ZEROES, "4096");

      assertEquals(List.of("settings_changed_by_udev"), new Scene().judge(probe).also());
    }

    @Test
    void withoutEvidenceOnlyWhereSomethingWasMeasured() {
      assertEquals(
          List.of("without_evidence"), new Scene().judge(Probe.healthy().untraced()).also());
      assertEquals(List.of(), new Scene().judge(refused(RefusalReason.BUSY)).also());
    }
  }

  @Test
  void evidenceDoesNotTellOfWhatWasNeverReached() {
    Probe probe = Probe.healthy().zeroouts(32768, List.of(), 1_000_000);

    for (String sentence : new Scene().judge(probe).evidence()) {
      assertFalse(sentence.contains("32 KiB"), sentence);
    }
  }

  @Test
  void evidenceTellsTheCommandsAndTheirFailures() {
    Probe probe =
        Probe.healthy()
            .command(
                new Command(
                    Scene.HCTL,
                    "WRITE_SAME_16",
                    0,
                    8,
                    1,
                    90 * MS,
                    "(driver=DRIVER_OK host=DID_OK status=SAM_STAT_CHECK_CONDITION) sense=(key=0x5"
                        + " asc=0x20 ascq=0x0)"));

    List<String> evidence = new Scene().judge(probe).evidence();

    assertTrue(
        evidence.contains(
            "33 WRITE SAME commands, 16.0 ms in the median with the device (980 us to 90.0 ms), 1"
                + " failed: (driver=DRIVER_OK host=DID_OK status=SAM_STAT_CHECK_CONDITION)"
                + " sense=(key=0x5 asc=0x20 ascq=0x0)"),
        evidence.toString());
  }

  @Test
  void oneVerdictForEachDiskInTheirOrder() {
    Scene scene = new Scene();

    List<Verdict> verdicts = new Judge(Thresholds.DEFAULT).judge(scene.topology(), Map.of());

    assertEquals(
        scene.topology().disks().stream().map(disk -> disk.id()).toList(),
        verdicts.stream().map(Verdict::disk).toList());
  }

  private static Refusal refusal(RefusalReason reason) {
    return new Refusal(ProbeMode.EXTENT, reason, "/data", "as found");
  }

  private static ProbeResult refused(RefusalReason reason) {
    return new ProbeResult.Refused(List.of(refusal(reason)));
  }
}
