package io.fleetcheck.agent.sysfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleetcheck.agent.wire.DiskId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pages made up after SPC-6 7.7. */
class VpdTest {
  private static final String NAA5 = "01030008" + "5000c50001234567";
  private static final String NAA6 = "01030010" + "600140512345678900000000000000ab";
  private static final String EUI = "01020008" + "0025388b710116a1";
  private static final String T10 = "02010008" + "41434d4520202020";

  /** Association 1: the port, and not the LUN. */
  private static final String PORT = "61930008" + "5000c50001234566";

  @Test
  void theNameThatReachesFarthestIsTaken() {
    assertEquals(
        Optional.of(new DiskId(DiskId.Kind.NAA, "naa.600140512345678900000000000000ab")),
        name(EUI + NAA5 + NAA6 + PORT));
    assertEquals(
        Optional.of(new DiskId(DiskId.Kind.NAA, "naa.5000c50001234567")), name(T10 + EUI + NAA5));
    assertEquals(Optional.of(new DiskId(DiskId.Kind.EUI, "eui.0025388b710116a1")), name(T10 + EUI));
  }

  @Test
  void portsAndVendorsNamesAreNoNames() {
    assertEquals(Optional.empty(), name(PORT + T10));
    assertEquals(Optional.empty(), name(""));
  }

  @Test
  void damagedPagesAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Vpd.lunName(bytes("0080000400000000")));
    assertThrows(IllegalArgumentException.class, () -> Vpd.lunName(bytes("0083")));
    assertThrows(IllegalArgumentException.class, () -> Vpd.lunName(bytes("00830010" + "01030008")));
    assertThrows(
        IllegalArgumentException.class, () -> Vpd.lunName(bytes("00830006" + "010300085000")));
    assertThrows(IllegalArgumentException.class, () -> Vpd.serial(bytes("0080000441")));
  }

  @Test
  void serialNumbersAreTrimmedOfBlanksAndZeroBytes() {
    assertEquals("A1", Vpd.serial(bytes("00800006" + "2020413100" + "00")));
    assertEquals("", Vpd.serial(bytes("00800000")));
  }

  private static Optional<DiskId> name(String designators) {
    String length = String.format("%04x", designators.length() / 2);
    return Vpd.lunName(bytes("0083" + length + designators));
  }

  private static String bytes(String hex) {
    StringBuilder bytes = new StringBuilder();
    for (int i = 0; i < hex.length(); i += 2) {
      bytes.append((char) Integer.parseInt(hex, i, i + 2, 16));
    }
    return bytes.toString();
  }
}
