package io.fleetcheck.controller.verdict;

import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.ScsiDisk;
import java.util.List;
import java.util.Optional;

/**
 * Which SCSI drivers set {@code no_write_same} on their host or devices, read in the sources of
 * Linux 3.18, 4.4, 4.9, 4.14, 4.19, 5.10, 6.1, 6.12 and 7.2. A ban is taken to hold between the
 * oldest and the newest tree that shows it, and on after 7.2; where a tree between two was not read
 * the answer is "not known to", which costs nothing but a less certain wording.
 *
 * <p>Left out because nothing in sysfs tells: the RAID volumes that smartpqi bans from 5.10 on.
 */
final class DriverBans {
  private static final KernelVersion FIRST_READ = new KernelVersion(3, 18);

  private enum Scope {
    ALL,
    /** Logical volumes, which megaraid_sas puts on channel 2 and above. */
    VIRTUAL_DISKS,
    /** The emulated adapter of VMware: PCI subsystem vendor 15ad. */
    VMWARE,
    /** Two LaCie bridges with the quirk US_FL_NO_SAME. */
    LACIE
  }

  /**
   * One ban.
   *
   * @param drivers names, or beginnings of names that end in {@code *}
   * @param since first version known to have it
   * @param before first version known not to have it; empty for none
   */
  private record Ban(
      List<String> drivers,
      Scope scope,
      KernelVersion since,
      Optional<KernelVersion> before,
      String source) {}

  private static final List<Ban> BANS =
      List.of(
          always(
              "drivers/ata/libata-scsi.c",
              "ahci",
              "ahci_*",
              "ata_*",
              "sata_*",
              "pata_*",
              "acard-ahci",
              "pdc_adma"),
          always("drivers/usb/storage/scsiglue.c", "usb-storage"),
          always("drivers/scsi/storvsc_drv.c", "hv_storvsc", "storvsc_host"),
          always("drivers/scsi/hpsa.c", "hpsa"),
          always("drivers/scsi/aacraid/linit.c", "aacraid"),
          always("drivers/scsi/arcmsr/arcmsr_hba.c", "arcmsr"),
          always("drivers/scsi/3w-*.c", "3w-9xxx", "3w-sas", "3w-xxxx"),
          always(
              "drivers/scsi/megaraid.c and megaraid/megaraid_mbox.c",
              "megaraid",
              "megaraid_legacy",
              "megaraid_mbox"),
          always("drivers/scsi/ips.c", "ips"),
          always("drivers/scsi/pmcraid.c", "pmcraid"),
          always("drivers/message/fusion/mptsas.c", "mptsas"),
          ban("drivers/scsi/gdth.c", Scope.ALL, FIRST_READ, version(5, 11), "gdth"),
          ban("drivers/scsi/ipr.c", Scope.ALL, FIRST_READ, version(3, 19), "ipr"),
          ban("drivers/scsi/ufs/ufshcd.c", Scope.ALL, FIRST_READ, version(5, 11), "ufshcd*"),
          ban(
              "drivers/scsi/megaraid/megaraid_sas_base.c",
              Scope.ALL,
              FIRST_READ,
              version(5, 6),
              "megaraid_sas"),
          ban(
              "drivers/scsi/megaraid/megaraid_sas_base.c",
              Scope.VIRTUAL_DISKS,
              new KernelVersion(5, 6),
              Optional.empty(),
              "megaraid_sas"),
          ban(
              "drivers/message/fusion/mptspi.c",
              Scope.VMWARE,
              FIRST_READ,
              Optional.empty(),
              "mptspi"),
          ban(
              "drivers/scsi/mpi3mr/mpi3mr_os.c",
              Scope.ALL,
              new KernelVersion(6, 1),
              Optional.empty(),
              "mpi3mr"),
          ban(
              "drivers/usb/storage/uas.c",
              Scope.LACIE,
              new KernelVersion(5, 10),
              Optional.empty(),
              "uas"));

  private DriverBans() {}

  /**
   * The source file that forbids WRITE SAME on this disk; empty where no ban is known to apply.
   *
   * @param kernel without it only bans that every tree read has are taken to apply
   */
  static Optional<String> find(ScsiDisk scsi, Hba hba, Optional<KernelVersion> kernel) {
    Optional<String> driver = hba.driver().toOptional();
    return BANS.stream()
        .filter(ban -> driver.filter(name -> matches(ban, name)).isPresent())
        .filter(ban -> holds(ban, kernel))
        .filter(ban -> covers(ban.scope(), scsi, hba))
        .map(Ban::source)
        .findFirst();
  }

  private static boolean matches(Ban ban, String driver) {
    return ban.drivers().stream()
        .anyMatch(
            name ->
                name.endsWith("*")
                    ? driver.startsWith(name.substring(0, name.length() - 1))
                    : driver.equals(name));
  }

  private static boolean holds(Ban ban, Optional<KernelVersion> kernel) {
    if (kernel.isEmpty()) {
      return ban.since().equals(FIRST_READ) && ban.before().isEmpty();
    }
    KernelVersion running = kernel.get();
    return !running.isBefore(ban.since().major(), ban.since().minor())
        && ban.before().filter(end -> !running.isBefore(end.major(), end.minor())).isEmpty();
  }

  private static boolean covers(Scope scope, ScsiDisk scsi, Hba hba) {
    return switch (scope) {
      case ALL -> true;
      case VIRTUAL_DISKS -> channel(scsi.hctl()) >= 2;
      case VMWARE -> hba.pciId().toOptional().filter(id -> id.contains(" 15ad:")).isPresent();
      case LACIE -> scsi.vendor().toOptional().filter(v -> v.strip().equals("LaCie")).isPresent();
    };
  }

  /** -1 where the address is not of the form H:C:T:L. */
  private static int channel(String hctl) {
    String[] parts = hctl.split(":", -1);
    return parts.length == 4 && parts[1].matches("\\d{1,6}") ? Integer.parseInt(parts[1]) : -1;
  }

  private static Ban always(String source, String... drivers) {
    return ban(source, Scope.ALL, FIRST_READ, Optional.empty(), drivers);
  }

  private static Ban ban(
      String source,
      Scope scope,
      KernelVersion since,
      Optional<KernelVersion> before,
      String... drivers) {
    return new Ban(List.of(drivers), scope, since, before, source);
  }

  private static Optional<KernelVersion> version(int major, int minor) {
    return Optional.of(new KernelVersion(major, minor));
  }
}
