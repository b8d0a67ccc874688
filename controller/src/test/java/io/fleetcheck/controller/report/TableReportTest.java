package io.fleetcheck.controller.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.controller.run.AuditResult;
import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TableReportTest {
  @Test
  void showsDisksCausesAndWhatIsMissing() throws IOException {
    assertEquals(
        """
        HOST  DISK     MODEL AND FIRMWARE          DRIVER   LIMIT  ZEROOUT    WRITE      RATIO (99 %)  VERDICT
        db1   sda      SEAGATE ST973451SS 0006     mpt3sas  65535  42.0 ms  15.2 ms  2.76 (2.61-2.90)  BROKEN slow_write_same
        db1   sdb      SEAGATE ST973451SS 0006     mpt3sas      0        -        -                 -  ok driver_disabled
        db1   nvme0n1  QEMU NVMe Ctrl 7.2.0        nvme         -        -        -                 -  ok not_scsi
        db1   sdz      SEAGATE EVIL\\u001b[2J 0006  mpt3sas  (EIO)        -        -                 -  unknown file_system_type

        Causes:   1 disk, SEAGATE ST973451SS 0006 on mpt3sas: BROKEN, zeroing 2.76x slower (db1)
        Hosts:    4 targeted: 2 answered, 1 agent failed, 1 unreachable
                  db2: answered, and has no disks
                  db3: unreachable at authentication: no key was accepted; try ssh db3
                  db4: agent failed at push: no space left in /var/tmp
        Disks:    4 found: 1 BROKEN, 1 unknown, 2 ok
                  unknown, file_system_type: db1 sdz: The file system on /z is btrfs, which is never probed.
        Not done: measurements that were refused on disks with a verdict, by mode and reason
                  extent, little_space: db1 sda (/srv/full: 3 MiB are free)
        Changed:  kernel settings that differ after the probe
                  db1 sda: block/sda/queue/scheduler was [none] mq-deadline, is none [mq-deadline]
        Notes:    2 remarks from the hosts
                  db1: the clock of this host is 75 s behind
                  db1: removed what an earlier, killed run had left: /sys/kernel/tracing/instances/fleetcheck-1-2
        Next:     what each code means and what to do:
                  fleetcheck explain slow_write_same
                  fleetcheck explain file_system_type
        """,
        table(Style.PLAIN, SampleRun.result()));
  }

  @Test
  void stacksWhereColumnsDoNotFit() throws IOException {
    assertEquals(
        """
        db1 sda: BROKEN slow_write_same
            SEAGATE ST973451SS 0006, mpt3sas, limit 65535
            zeroing 42.0 ms, writing 15.2 ms, ratio 2.76 (2.61-2.90)
        db1 sdb: ok driver_disabled
            SEAGATE ST973451SS 0006, mpt3sas, limit 0
        db1 nvme0n1: ok not_scsi
            QEMU NVMe Ctrl 7.2.0, nvme, limit -
        db1 sdz: unknown file_system_type
            SEAGATE EVIL\\u001b[2J 0006, mpt3sas, limit (EIO)

        Causes:   1 disk, SEAGATE ST973451SS 0006 on mpt3sas:
                    BROKEN, zeroing 2.76x slower (db1)
        Hosts:    4 targeted: 2 answered, 1 agent failed, 1
                    unreachable
                  db2: answered, and has no disks
                  db3: unreachable at authentication: no key was
                    accepted; try ssh db3
                  db4: agent failed at push: no space left in
                    /var/tmp
        Disks:    4 found: 1 BROKEN, 1 unknown, 2 ok
                  unknown, file_system_type: db1 sdz: The file
                    system on /z is btrfs, which is never probed.
        Not done: measurements that were refused on disks with a
                    verdict, by mode and reason
                  extent, little_space: db1 sda (/srv/full: 3 MiB
                    are free)
        Changed:  kernel settings that differ after the probe
                  db1 sda: block/sda/queue/scheduler was [none]
                    mq-deadline, is none [mq-deadline]
        Notes:    2 remarks from the hosts
                  db1: the clock of this host is 75 s behind
                  db1: removed what an earlier, killed run had left:
                    /sys/kernel/tracing/instances/fleetcheck-1-2
        Next:     what each code means and what to do:
                  fleetcheck explain slow_write_same
                  fleetcheck explain file_system_type
        """,
        table(new Style(60, false, false), SampleRun.result()));
  }

  @Test
  void tellsMoreWhenVerbose() throws IOException {
    assertEquals(
        """
        HOST  DISK     MODEL AND FIRMWARE          DRIVER   LIMIT  ZEROOUT    WRITE      RATIO (99 %)  VERDICT
        db1   sda      SEAGATE ST973451SS 0006     mpt3sas  65535  42.0 ms  15.2 ms  2.76 (2.61-2.90)  BROKEN slow_write_same
            Zeroing 4 KiB takes 42.0 ms where writing it takes 15.2 ms.
            also: settings_changed_by_udev
            /srv (ext4): felt: small preallocated writes stall here
            The kernel saw 3 WRITE SAME commands.
        db1   sdb      SEAGATE ST973451SS 0006     mpt3sas      0        -        -                 -  ok driver_disabled
            The driver forbids WRITE SAME.
        db1   nvme0n1  QEMU NVMe Ctrl 7.2.0        nvme         -        -        -                 -  ok not_scsi
            Not a SCSI disk: listed only.
        db1   sdz      SEAGATE EVIL\\u001b[2J 0006  mpt3sas  (EIO)        -        -                 -  unknown file_system_type
            The file system on /z is btrfs, which is never probed.
            also: identity_weak
            /z (btrfs): only bulk zeroing (mkfs, blkdiscard -z, images) is slow here

        Causes:   1 disk, SEAGATE ST973451SS 0006 on mpt3sas: BROKEN, zeroing 2.76x slower (db1)
        Hosts:    4 targeted: 2 answered, 1 agent failed, 1 unreachable
                  db2: answered, and has no disks
                  db3: unreachable at authentication: no key was accepted; try ssh db3
                  db4: agent failed at push: no space left in /var/tmp
        Disks:    4 found: 1 BROKEN, 1 unknown, 2 ok
                  unknown, file_system_type: db1 sdz: The file system on /z is btrfs, which is never probed.
        Not done: measurements that were refused on disks with a verdict, by mode and reason
                  extent, little_space: db1 sda (/srv/full: 3 MiB are free)
        Changed:  kernel settings that differ after the probe
                  db1 sda: block/sda/queue/scheduler was [none] mq-deadline, is none [mq-deadline]
        Notes:    2 remarks from the hosts
                  db1: the clock of this host is 75 s behind
                  db1: removed what an earlier, killed run had left: /sys/kernel/tracing/instances/fleetcheck-1-2
        Next:     what each code means and what to do:
                  fleetcheck explain slow_write_same
                  fleetcheck explain file_system_type
        """,
        table(new Style(0, false, true), SampleRun.result()));
  }

  private static String table(Style style, AuditResult result) throws IOException {
    StringWriter out = new StringWriter();
    new TableReport(style).write(result, out);
    return out.toString();
  }
}
