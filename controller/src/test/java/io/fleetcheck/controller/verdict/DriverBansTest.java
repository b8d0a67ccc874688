package io.fleetcheck.controller.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverBansTest {

  private static boolean isBanned(Scene scene) {
    return scene.limit(0).judge().code().equals("driver_disabled");
  }

  @ParameterizedTest
  @CsvSource({
    "ahci,         3.18.0, true",
    "ahci,         7.2.0,  true",
    "ahci,         8.0.0,  true",
    "ahci,         3.10.0, false",
    "sata_nv,      6.1.0,  true",
    "usb-storage,  6.1.0,  true",
    "hv_storvsc,   6.1.0,  true",
    "hpsa,         4.4.0,  true",
    "3w-9xxx,      4.4.0,  true",
    "megaraid_mbox,4.4.0,  true",
    "mptsas,       5.10.0, true",
    "ipr,          3.18.0, true",
    "ipr,          4.4.0,  false",
    "gdth,         5.10.0, true",
    "gdth,         6.1.0,  false",
    "ufshcd-qcom,  4.19.0, true",
    "ufshcd-qcom,  6.1.0,  false",
    "mpi3mr,       5.10.0, false",
    "mpi3mr,       6.1.0,  true",
    "mpt3sas,      6.1.0,  false",
    "lpfc,         6.1.0,  false",
    "qla2xxx,      6.1.0,  false",
    "virtio_scsi,  6.1.0,  false",
    "uas,          6.1.0,  false",
    "smartpqi,     6.1.0,  false",
  })
  void byDriverAndKernel(String driver, String kernel, boolean banned) {
    assertEquals(banned, isBanned(new Scene().driver(driver).kernel(kernel)));
  }

  @ParameterizedTest
  @CsvSource({
    "5.5.0,  0:0:1:0, true",
    "5.5.0,  0:2:1:0, true",
    "5.6.0,  0:0:1:0, false",
    "5.6.0,  0:1:1:0, false",
    "5.6.0,  0:2:1:0, true",
    "6.12.0, 0:2:1:0, true",
  })
  void megaraidLetsJbodDisksGoFrom5Dot6On(String kernel, String hctl, boolean banned) {
    assertEquals(banned, isBanned(new Scene().driver("megaraid_sas").kernel(kernel).hctl(hctl)));
  }

  @Test
  void theFusionAdapterOfVmwareOnly() {
    assertEquals(true, isBanned(new Scene().driver("mptspi").pciId("1000:0030 15ad:1976")));
    assertEquals(false, isBanned(new Scene().driver("mptspi").pciId("1000:0030 1000:1000")));
  }

  @Test
  void theUasBridgesOfLacieOnly() {
    assertEquals(true, isBanned(new Scene().driver("uas").vendor("LaCie   ")));
  }

  @Test
  void withoutAKernelVersionOnlyWhatHoldsForAll() {
    assertEquals(true, isBanned(new Scene().driver("ahci").kernelUnreadable()));
    assertEquals(false, isBanned(new Scene().driver("ipr").kernelUnreadable()));
    assertEquals(false, isBanned(new Scene().driver("mpi3mr").kernelUnreadable()));
  }
}
